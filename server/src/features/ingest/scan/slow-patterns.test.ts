import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { longestPause } from '../../../../../tests/kit/longest-pause'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(120_000)
const pool = startParserPool({ size: 2 })
afterAll(() => pool.close())

const FOLDERS = 2
const FILES = 500
/** Quadratic backtracking: milliseconds for one title, seconds for a folder. */
const SLOW_RULE = { pattern: 'a(.*z)?', replacement: 'A' }
/** The target is 100 ms on an idle machine; without a parser process it is several seconds. */
const MOST_PAUSE_MS = 1_000

forEachDatabase('slow patterns of a library', database => {
  let library: TestLibrary
  beforeAll(async () => {
    library = await createTestLibrary(database.connection, pool)
    await library.name({ titlePreprocessingRules: [SLOW_RULE] })
    for (let folder = 0; folder < FOLDERS; folder++) {
      const path = join(library.root, `${folder} ${'a'.repeat(220)}`)
      mkdirSync(path)
      for (let n = 0; n < FILES; n++) {
        const file = join(path, `Book ${n}.cbz`)
        writeFileSync(file, '')
        utimesSync(file, 1_600_000_000, 1_600_000_000)
      }
    }
  })
  afterAll(() => library.remove())

  test('do not block the event loop during a scan', async () => {
    const pause = await longestPause(library.scan().then(end => expect(end.status).toBe('completed')))
    const books = Object.values(await library.books())
    expect(books.length).toBe(FOLDERS * FILES)
    const series = await database.connection.reader.query.selectFrom('series').select('title').execute()
    expect(series.map(({ title }) => title)).toContain(`0 ${'A'.repeat(220)}`)
    expect(pause).toBeLessThan(MOST_PAUSE_MS)
  })

  test('do not block the event loop while new rules are applied', async () => {
    const pause = await longestPause(library.name({ titlePreprocessingRules: [{ ...SLOW_RULE, replacement: 'b' }] }))
    const series = await database.connection.reader.query.selectFrom('series').select('title').execute()
    expect(series.map(({ title }) => title)).toContain(`0 ${'b'.repeat(220)}`)
    expect(pause).toBeLessThan(MOST_PAUSE_MS)
  })
})
