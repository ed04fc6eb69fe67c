// Run by add-a-field.test.ts in the copy to which the worked examples were applied: here the fields are not there.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { FieldFilter } from '@octavo/contract/fields'
import { forEachDatabase } from '../../../server/src/db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../server/src/db/testing-rows'
import { bookRoutes } from '../../../server/src/features/catalogue/books'
import { bookEditRoutes, seriesEditRoutes } from '../../../server/src/features/catalogue/editing'
import { refreshSeries, seriesRoutes } from '../../../server/src/features/catalogue/series'
import { createReplyCache } from '../../../server/src/http/reply-cache'
import { startParserPool } from '../../../server/src/workers'
import { FIELDS } from '../../../web/src/features/editing/edited-fields'
import { columnsOf, panelFields, sortOf } from '../../../web/src/features/lists/question/fields'
import { fieldsOf, sortsOf } from '../../../web/src/features/lists/question/question'
import de from '../../../web/src/messages/de.json'
import en from '../../../web/src/messages/en.json'
import es from '../../../web/src/messages/es.json'
import fr from '../../../web/src/messages/fr.json'
import { askAtRandom } from '../../api/random-lists/ask'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../kit/gated-app'

setDefaultTimeout(120_000)

const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

interface Row {
  readonly id: string
  readonly title: string
  readonly [field: string]: unknown
}

/** The field of a series and that of a book: the same tests. */
const ADDED = [
  {
    ...{ noun: 'series', field: 'endYear', sort: 'end_year', byName: 'name,asc', of: (title: string) => title },
    ...{ bulk: '/series/bulk/metadata', ids: 'seriesIds', lock: 'endYear', otherLock: 'year' },
  },
  {
    ...{
      noun: 'books',
      field: 'boughtIn',
      sort: 'bought_in',
      byName: 'title,asc',
      of: (title: string) => `${title} 1`,
    },
    ...{ bulk: '/books/bulk/metadata', ids: 'bookIds', lock: 'boughtInLock', otherLock: 'yearLock' },
  },
] as const

for (const added of ADDED)
  forEachDatabase(`an added field of ${added.noun}`, database => {
    const { noun, field, of } = added
    let gated: GatedApp
    let headers: { Authorization: string }
    const ids = new Map<string, string>()

    const ask = async <Answer>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) => {
      const answer = await gated.ask(method, `/api/v1${path}`, { headers, ...(body !== undefined && { body }) })
      expect([path, answer.status]).toEqual([path, 200])
      return bodyOf<Answer>(answer)
    }
    const listed = async (sort: string, condition: object | null = null) =>
      (await ask<{ data: Row[] }>('POST', `/${noun}/list?sort=${sort}`, { condition })).data
    const titles = async (sort: string, condition?: object) => (await listed(sort, condition)).map(({ title }) => title)
    const idOf = (title: string) => ids.get(of(title))
    const metadata = (title: string) => `/${noun}/${idOf(title)}/metadata`

    beforeAll(async () => {
      const { reader, write } = database.connection
      gated = createGatedApp(database.connection, {
        declare(binder) {
          const replies = createReplyCache(database.connection.memo)
          const editing = { reader, write, pool, now: () => gated.clock.ms }
          seriesRoutes(binder, { reader, replies })
          seriesEditRoutes(binder, editing)
          bookRoutes(binder, { reader, replies })
          bookEditRoutes(binder, editing)
        },
      })
      headers = await bearer(gated, await addUser(database.connection, 'ada', { role: 'admin' }))
      await write(async tx => {
        const libraryPk = await insertLibrary(tx, 'Comics')
        for (const title of ['Akira', 'Batman', 'Dune']) {
          const seriesPk = await insertSeries(tx, libraryPk, title)
          await insertBook(tx, { libraryPk, seriesPk }, `${title} 1`)
          await refreshSeries(tx, [seriesPk], 0)
        }
      })
      for (const { id, title } of await listed(added.byName)) ids.set(title, id)
      await ask('PATCH', metadata('Akira'), { [field]: 1990 })
      await ask('PATCH', added.bulk, { [added.ids]: [idOf('Dune')], [field]: 2010 })
    })

    test('is filtered and sorted', async () => {
      const { sort, byName } = added
      expect(await titles(`${sort},asc`)).toEqual(['Batman', 'Akira', 'Dune'].map(of))
      expect(await titles(`${sort},desc`)).toEqual(['Dune', 'Akira', 'Batman'].map(of))
      expect(await titles(byName, { [field]: { operator: 'lt', value: 2000 } })).toEqual([of('Akira')])
      expect(await titles(byName, { [field]: { operator: 'isNull' } })).toEqual([of('Batman')])
    })

    test('is in the rows of lists, and in all that is known of an item', async () => {
      expect((await listed(added.byName)).map(row => row[field])).toEqual([1990, null, 2010])
      const full = await ask<Row & { metadata: Row }>('GET', `/${noun}/${idOf('Akira')}/full`)
      expect([full[field], full.metadata[field]]).toEqual([undefined, 1990])
    })

    test('is edited, locked by it, and refused when it makes no sense', async () => {
      const { lock, otherLock } = added
      const before = await ask<Row & { locks: Record<string, boolean> }>('GET', metadata('Akira'))
      expect([before[field], before.locks[lock], before.locks[otherLock]]).toEqual([1990, true, false])
      await ask('PUT', `${metadata('Akira')}/locks`, { [lock]: false })
      expect((await ask<Record<string, boolean>>('GET', `${metadata('Akira')}/locks`))[lock]).toBe(false)
      const wrong = await gated.ask('PATCH', `/api/v1${metadata('Akira')}`, { headers, body: { [field]: 'long ago' } })
      expect(wrong.status).toBe(422)
      await ask('PUT', metadata('Akira'), { summary: 'Neo-Tokyo' })
      expect((await ask<Row>('GET', metadata('Akira')))[field] ?? null).toBeNull()
    })
  })

forEachDatabase('random questions about an added field', database => {
  test('are answered as a plain filter, sort and cut would be', async () => {
    const { faults } = await askAtRandom(database.connection, { seed: 20261123, series: 60, questions: 100 })
    expect(faults).toEqual([])
  })
})

test.each([
  ['series', 'endYear', 'end_year', 'ended'],
  ['books', 'boughtIn', 'bought_in', 'bought'],
] as const)('an added field of %s stands on every screen, in all languages', (noun, field, sort, column) => {
  expect(panelFields(noun)).toContain(field)
  const filters: Readonly<Record<string, FieldFilter>> = fieldsOf(noun)
  expect(filters[field]?.family).toBe('number')
  expect(sortsOf(noun)).toContain(sort)
  expect(sortOf(sort)).toMatchObject({ way: 'date', down: true })
  expect(columnsOf(noun).find(({ id }) => id === column)).toMatchObject({ field, sort })
  expect(FIELDS[noun].find(({ name }) => name === field)?.kind).toBe('number')
  for (const labels of [en, de, fr, es]) expect(Object.keys(labels)).toContain(`field.${field}`)
})
