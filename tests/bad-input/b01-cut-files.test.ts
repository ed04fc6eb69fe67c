// B01: truncated files. Each is a book with a named problem, or is read as far as possible; nothing hangs.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from '../kit/paths'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('cut')
let classified = 0
let tried = 0
afterAll(async () => {
  tell('B01', `${classified}/${tried} classified, 0 hangs, worst ${bench.worstMs()} ms`)
  await bench.close()
})

const OFFSETS = 200
const LAST_BYTES = 64

test.each([
  'cbz/komga-zip.cbz',
  'cbr/komga-rar4-solid.cbr',
  'cbr/ssokolow-rar5.rr.cbr',
  'cb7/komga-7zip.cb7',
  'cbt/Captain Science #001-cix.cbt',
  'epub/hefty-water.epub',
  'pdf/labelled_pages.pdf',
])('B01: %s', async path => {
  const whole = readFileSync(join(FIXTURES, path))
  const spread = Array.from({ length: OFFSETS }, (_, i) => Math.floor((whole.length * i) / OFFSETS))
  const last = Array.from({ length: LAST_BYTES }, (_, i) => whole.length - 1 - i)
  const lengths = [...new Set([...spread, ...last])]
  tried += lengths.length
  const ends = await Promise.all(
    lengths.map(async length => {
      const file = bench.write(`${path.replaceAll('/', '_')}-${length}`, whole.subarray(0, length))
      const { facts } = await bench.read(file)
      const named = facts.errors.every(({ message, reason }) => message !== '' && reason !== 'resource')
      const right = named && (facts.errors.length > 0 || facts.pageCount > 0)
      return right ? [] : [{ length, pages: facts.pageCount, errors: facts.errors }]
    }),
  )
  classified += ends.filter(wrong => wrong.length === 0).length
  expect(ends.flat()).toEqual([])
})
