import { expect, test } from 'bun:test'
import { DatabaseFault } from '../../../db'
import { writeSplitting } from './write-splitting'

const refused = (code: string) => Object.assign(new Error(`refused: ${code}\nwith data`), { code })

/** Writes numbers; `fails` gives the error for a part. */
async function written(items: readonly number[], fails: (part: readonly number[]) => Error | null) {
  const parts: (readonly number[])[] = []
  const alone: (readonly [number, string])[] = []
  await writeSplitting(items, {
    signal: new AbortController().signal,
    async write(part) {
      const error = fails(part)
      if (error) throw error
      parts.push(part)
    },
    writeOne: async (item, why) => void alone.push([item, why]),
  })
  return { parts, alone }
}

test('all books are written except the one that the database refuses', async () => {
  const { parts, alone } = await written([1, 2, 3, 4, 5, 6, 7], part => (part.includes(5) ? refused('22021') : null))
  expect(parts.flat().sort()).toEqual([1, 2, 3, 4, 6, 7])
  expect(alone).toEqual([[5, 'refused: 22021']])
})

test('a batch that takes too long is split', async () => {
  const late = () => new DatabaseFault('unavailable', refused('57014'))
  const { parts, alone } = await written([1, 2, 3, 4], part => (part.length > 1 ? late() : null))
  expect([parts, alone]).toEqual([[[1], [2], [3], [4]], []])
})

test('a single book that takes too long to write is not marked as broken', async () => {
  for (const code of ['57014', '55P03']) {
    const late = new DatabaseFault('unavailable', refused(code))
    await expect(written([1, 2, 3], part => (part.includes(2) ? late : null))).rejects.toBe(late)
  }
})

test.each([
  ['22P05', true],
  ['23505', true],
  ['23503', false],
  ['54000', true],
  ['08P01', true],
  ['42703', false],
  ['XX000', false],
  ['SQLITE_CONSTRAINT_CHECK', true],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', false],
  ['SQLITE_TOOBIG', true],
  ['SQLITE_RANGE', true],
  ['SQLITE_MISMATCH', true],
  ['SQLITE_ERROR', false],
  ['SQLITE_CORRUPT', false],
] as const)('%s: is it the fault of one item? %p', async (code, isOfItem) => {
  const error = refused(code)
  const outcome = written([1, 2, 3], part => (part.includes(2) ? error : null))
  if (isOfItem) expect((await outcome).alone.map(([item]) => item)).toEqual([2])
  else await expect(outcome).rejects.toBe(error)
})

test('an unavailable or damaged database fails the whole batch, and so does a deadlock after all retries', async () => {
  const faults = [new DatabaseFault('unavailable', refused('08006')), new DatabaseFault('conflict', refused('40P01'))]
  for (const error of [...faults, refused('SQLITE_CORRUPT')]) {
    await expect(written([1, 2], () => error)).rejects.toBe(error)
  }
})
