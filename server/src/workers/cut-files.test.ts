// Files that are cut off, wherever: each is a book with a named trouble, or reads as far as it goes; nothing hangs or dies.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { startParserPool } from './pool'

setDefaultTimeout(120_000)
const pool = startParserPool({ analysisMs: 20_000 })
const scratch = temporaryFolder('cut')
afterAll(async () => {
  await pool.close()
  scratch.remove()
})

const CUTS = 24

test.each([
  'cbz/komga-zip.cbz',
  'cbr/komga-rar4-solid.cbr',
  'cbr/rar5.cbr',
  'cb7/komga-7zip.cb7',
  'cbt/Captain Science #001-cix.cbt',
  'epub/hefty-water.epub',
  'hostile/encrypted-owner-only.pdf',
])('%s', async path => {
  const whole = readFileSync(join(FIXTURES, path))
  const spread = Array.from({ length: CUTS }, (_, i) => Math.floor((whole.length * i) / CUTS))
  const last = Array.from({ length: CUTS }, (_, i) => whole.length - 1 - i * 2)
  const ends = await Promise.all(
    [...spread, ...last].map(async length => {
      const file = join(scratch.path, `${path.replaceAll('/', '_')}-${length}`)
      writeFileSync(file, whole.subarray(0, length))
      const { errors, pageCount } = await pool.analyze({ path: file, thumbnailTarget: null })
      return errors.length > 0 ? errors.every(({ message }) => message !== '') : pageCount > 0
    }),
  )
  expect(ends.every(Boolean)).toBe(true)
  expect(pool.counts().killed).toBe(0)
})
