// Random list queries of books and series against a naive filter, sort and slice of the same catalogue. The long run
// makes thousands: `npm run test:long -- Q01`.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { DATABASES } from './people'
import { askAtRandom } from './random-lists/ask'
import { type EmptyDatabase, openEmpty } from './random-lists/empty-database'

setDefaultTimeout(180_000)

/** Enough books for pages that lie deep in a list. */
const SERIES = 300
const QUESTIONS = 600
const SEED = 20261122

for (const kind of DATABASES) {
  describe(`random lists on ${kind}`, () => {
    let database: EmptyDatabase
    beforeAll(async () => {
      database = await openEmpty(kind)
    })
    afterAll(() => database?.close())

    test('are what a plain filter, sort and slice of the same books and series gives', async () => {
      const asked = { seed: SEED, series: SERIES, questions: QUESTIONS }
      const { questions, faults } = await askAtRandom(database.connection, asked)
      expect([questions, faults]).toEqual([QUESTIONS, []])
    })
  })
}
