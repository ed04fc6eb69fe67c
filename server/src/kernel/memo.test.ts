import { expect, test } from 'bun:test'
import { createMemo, type Revisions, type Shape, shapeFor } from './memo'
import { SYSTEM_VIEWER, type Viewer } from './viewer'

const MB = 1024 * 1024
const ada = { ...SYSTEM_VIEWER, userPk: 1 }
const bob = { ...SYSTEM_VIEWER, userPk: 2 }
const limited: Viewer = { ...ada, visibility: { kind: 'libraries', libraryPks: [1] } }

function world({
  budget = MB,
  isCommitted = async () => true,
}: {
  budget?: number
  isCommitted?: () => Promise<boolean>
}) {
  const at = { catalogue: 0, progress: 0 }
  let asked = 0
  const revisions: Revisions = {
    revision: async channel => {
      asked++
      return `${at.catalogue} ${channel === 'progress' ? at.progress : ''}`
    },
    isCommitted,
  }
  const memo = createMemo(budget, revisions)
  let loads = 0
  const value = (shape: Shape, text = 'x') =>
    memo.value(shape, async () => {
      loads++
      return text
    })
  /** Number of loads. */
  const loaded = async (work: () => Promise<unknown>) => {
    const before = loads
    await work()
    return loads - before
  }
  return { at, memo, value, loaded, asked: () => asked }
}

test('a value is loaded once for each revision of its channel', async () => {
  const { at, value, loaded } = world({})
  const [catalogue, progress] = [shapeFor(ada, 'catalogue', 'list'), shapeFor(ada, 'progress', 'list')]
  const both = () => Promise.all([value(catalogue), value(progress)])
  expect([await loaded(both), await loaded(both)]).toEqual([2, 0])
  at.progress++
  expect(await loaded(both)).toBe(1)
  at.catalogue++
  expect([await loaded(both), await loaded(both)]).toEqual([2, 0])
})

test('values that differ by kind, arguments, visibility or user are cached separately; the catalogue is shared by equal visibility', async () => {
  const { value, loaded } = world({})
  expect(await loaded(() => value(shapeFor(ada, 'catalogue', 'list', 1)))).toBe(1)
  expect(await loaded(() => value(shapeFor(bob, 'catalogue', 'list', 1)))).toBe(0)
  for (const shape of [
    shapeFor(ada, 'catalogue', 'list', 2),
    shapeFor(ada, 'catalogue', 'other', 1),
    shapeFor(limited, 'catalogue', 'list', 1),
    shapeFor(ada, 'progress', 'list', 1),
    shapeFor(bob, 'progress', 'list', 1),
  ])
    expect([shape.key, await loaded(() => value(shape))]).toEqual([shape.key, 1])
})

test('a key without a visibility cannot be created', () => {
  const { memo } = world({})
  // @ts-expect-error a shape is made by `shapeFor` alone
  const bare: Shape = { channel: 'catalogue', key: 'list' }
  // @ts-expect-error and that takes a viewer
  const make = () => shapeFor('catalogue', 'list')
  expect([typeof memo.value, typeof bare, typeof make]).toEqual(['function', 'object', 'function'])
})

test('nothing is cached during an uncommitted write, nor after a failed load', async () => {
  let isCommitted = false
  const { memo, value, loaded } = world({ isCommitted: async () => isCommitted })
  const shape = shapeFor(ada, 'catalogue', 'list')
  expect([await loaded(() => value(shape)), await loaded(() => value(shape))]).toEqual([1, 1])
  isCommitted = true
  await expect(memo.value(shape, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect([await loaded(() => value(shape)), await loaded(() => value(shape))]).toEqual([1, 0])
})

test('rows are read once by their keys, those that do not exist among them', async () => {
  const { at, memo } = world({})
  const shape = shapeFor(ada, 'catalogue', 'rows')
  const asked: number[][] = []
  const ask = async (...pks: number[]) => {
    const rows = await memo.rows(shape, pks, async missing => {
      asked.push([...missing])
      return missing.filter(pk => pk < 10).map(pk => ({ pk, at: at.catalogue }))
    })
    return pks.map(pk => rows.get(pk)?.at ?? null)
  }
  expect(await ask(1, 2, 11)).toEqual([0, 0, null])
  expect(await ask(11, 3, 2)).toEqual([null, 0, 0])
  expect(await ask(1, 2, 3, 11)).toEqual([0, 0, 0, null])
  expect(asked).toEqual([[1, 2, 11], [3]])
  at.catalogue++
  expect(await ask(3)).toEqual([1])
})

test('the least recently used is evicted when the budget is used up, and a value larger than half of it is not cached', async () => {
  const { memo, value, loaded } = world({ budget: 10_000 })
  const shape = (number: number) => shapeFor(ada, 'catalogue', 'list', number)
  for (let number = 0; number < 11; number++) await value(shape(number), 'x'.repeat(1000))
  expect(await loaded(() => value(shape(10)))).toBe(0)
  expect(await loaded(() => value(shape(0)))).toBe(1)
  const large = shapeFor(ada, 'catalogue', 'large')
  expect(await loaded(() => value(large, 'x'.repeat(6000)))).toBe(1)
  expect(await loaded(() => value(large, 'x'))).toBe(1)
  // A text takes two bytes per character if any of them needs two.
  const wide = shapeFor(ada, 'catalogue', 'wide')
  expect(await loaded(() => value(wide, '進撃'.repeat(1500)))).toBe(1)
  expect(await loaded(() => value(wide, 'x'))).toBe(1)
  // The size of rows is updated as their shape grows.
  const rows = shapeFor(ada, 'catalogue', 'rows')
  let reads = 0
  const read = async (missing: readonly number[]) => {
    reads++
    return missing.map(pk => ({ pk, text: 'x'.repeat(900) }))
  }
  for (let pk = 0; pk < 4; pk++) await memo.rows(rows, [pk], read)
  await memo.rows(rows, [0, 1, 2, 3], read)
  expect(reads).toBe(4)
  for (let pk = 4; pk < 12; pk++) expect((await memo.rows(rows, [pk], read)).get(pk)?.pk).toBe(pk)
  await memo.rows(rows, [0], read)
  expect(reads).toBe(13)
})

test('the parts of one answer belong to one revision, which is asked for once', async () => {
  const { at, memo, asked } = world({})
  const one = memo.atOneRevision()
  const shape = shapeFor(ada, 'catalogue', 'list')
  const read = async () => at.catalogue
  expect(await one.value(shape, read)).toBe(0)
  at.catalogue++
  expect([await one.value(shape, read), asked()]).toEqual([0, 1])
  expect(await memo.value(shape, read)).toBe(1)
})
