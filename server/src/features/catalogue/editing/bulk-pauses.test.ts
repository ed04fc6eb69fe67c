import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addUser, bearer, createGatedApp } from '../../../../../tests/kit/gated-app'
import { longestPause } from '../../../../../tests/kit/longest-pause'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { startParserPool } from '../../../workers'
import { bookEditRoutes } from './book-edits.routes'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const BOOKS = 33
/** The target is 100 ms on an idle machine; one statement for the labels of all series would take seconds. */
const MOST_PAUSE_MS = 1_000

forEachDatabase('many long labels on many books', database => {
  test('are written without blocking the event loop', async () => {
    const { reader, write } = database.connection
    const gated = createGatedApp(database.connection, {
      declare: binder => bookEditRoutes(binder, { reader, write, pool, now: Date.now }),
    })
    const headers = await bearer(gated, await addUser(database.connection, 'Mia', { role: 'maintainer' }))
    const bookIds = Array.from({ length: BOOKS }, () => newId())
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      for (const [n, id] of bookIds.entries()) {
        const seriesPk = await insertSeries(tx, libraryPk, `Series ${n}`, { book_count: 1 })
        await insertBook(tx, { libraryPk, seriesPk }, `Book ${n}`, { id })
      }
    })
    const labels = (count: number) => Array.from({ length: count }, (_, n) => `${n} `.padEnd(199, '漢字'))
    const requests = [
      ['POST', 'tags', { add: labels(500) }],
      ['POST', 'genres', { add: labels(200) }],
      ['PATCH', 'metadata', { authors: labels(100).map(name => ({ name, role: 'writer' })) }],
    ] as const
    for (const [method, path, change] of requests) {
      const body = { bookIds, ...change }
      const answer = gated.ask(method, `/api/v1/books/bulk/${path}`, { headers, body })
      const pause = await longestPause(answer)
      expect([path, (await answer).status]).toEqual([path, 200])
      expect(pause).toBeLessThan(MOST_PAUSE_MS)
    }
  })
})
