// Run by add-a-field.test.ts in the copy to which the worked example was applied: here the field is not there.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../server/src/db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../server/src/db/testing-rows'
import { seriesEditRoutes } from '../../../server/src/features/catalogue/editing'
import { refreshSeries, seriesRoutes } from '../../../server/src/features/catalogue/series'
import { createReplyCache } from '../../../server/src/http/reply-cache'
import { startParserPool } from '../../../server/src/workers'
import { FIELDS } from '../../../web/src/features/editing/edited-fields'
import { columnsOf, panelFields, sortOf } from '../../../web/src/features/lists/question/fields'
import { fieldsOf, sortsOf } from '../../../web/src/features/lists/question/question'
import de from '../../../web/src/messages/de.json'
import en from '../../../web/src/messages/en.json'
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

forEachDatabase('an added field', database => {
  let gated: GatedApp
  let headers: { Authorization: string }
  const ids = new Map<string, string>()

  const ask = async <Answer>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) => {
    const answer = await gated.ask(method, `/api/v1${path}`, { headers, ...(body !== undefined && { body }) })
    expect([path, answer.status]).toEqual([path, 200])
    return bodyOf<Answer>(answer)
  }
  const listed = async (sort: string, condition: object | null = null) =>
    (await ask<{ data: Row[] }>('POST', `/series/list?sort=${sort}`, { condition })).data
  const titles = async (sort: string, condition?: object) => (await listed(sort, condition)).map(({ title }) => title)
  const metadata = (title: string) => `/series/${ids.get(title)}/metadata`

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare(binder) {
        const replies = createReplyCache(database.connection.memo)
        seriesRoutes(binder, { reader, replies })
        seriesEditRoutes(binder, { reader, write, pool, now: () => gated.clock.ms })
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
    for (const { id, title } of await listed('name,asc')) ids.set(title, id)
    await ask('PATCH', metadata('Akira'), { endYear: 1990 })
    await ask('PATCH', '/series/bulk/metadata', { seriesIds: [ids.get('Dune')], endYear: 2010 })
  })

  test('is filtered and sorted', async () => {
    expect(await titles('end_year,asc')).toEqual(['Batman', 'Akira', 'Dune'])
    expect(await titles('end_year,desc')).toEqual(['Dune', 'Akira', 'Batman'])
    expect(await titles('name,asc', { endYear: { operator: 'lt', value: 2000 } })).toEqual(['Akira'])
    expect(await titles('name,asc', { endYear: { operator: 'isNull' } })).toEqual(['Batman'])
  })

  test('is in the rows of lists, and in all that is known of a series', async () => {
    expect((await listed('name,asc')).map(row => row.endYear)).toEqual([1990, null, 2010])
    const full = await ask<{ endYear?: number; metadata: Row }>('GET', `/series/${ids.get('Akira')}/full`)
    expect([full.endYear, full.metadata.endYear]).toEqual([undefined, 1990])
  })

  test('is edited, locked by it, and refused when it makes no sense', async () => {
    const before = await ask<Row & { locks: Record<string, boolean> }>('GET', metadata('Akira'))
    expect([before.endYear, before.locks.endYear, before.locks.year]).toEqual([1990, true, false])
    await ask('PUT', `${metadata('Akira')}/locks`, { endYear: false })
    expect((await ask<Record<string, boolean>>('GET', `${metadata('Akira')}/locks`)).endYear).toBe(false)
    const wrong = await gated.ask('PATCH', `/api/v1${metadata('Akira')}`, { headers, body: { endYear: 'long ago' } })
    expect(wrong.status).toBe(422)
    await ask('PUT', metadata('Akira'), { summary: 'Neo-Tokyo' })
    expect((await ask<Row>('GET', metadata('Akira'))).endYear ?? null).toBeNull()
  })
})

forEachDatabase('random questions about an added field', database => {
  test('are answered as a plain filter, sort and cut would be', async () => {
    const { faults } = await askAtRandom(database.connection, { seed: 20261123, series: 60, questions: 100 })
    expect(faults).toEqual([])
  })
})

test('an added field stands on every screen, in both languages', () => {
  expect(panelFields('series')).toContain('endYear')
  expect(fieldsOf('series').endYear?.family).toBe('number')
  expect(sortsOf('series')).toContain('end_year')
  expect(sortOf('end_year')).toMatchObject({ way: 'date', down: true })
  expect(columnsOf('series').find(({ id }) => id === 'ended')).toMatchObject({ field: 'endYear', sort: 'end_year' })
  expect(FIELDS.series.find(({ name }) => name === 'endYear')).toMatchObject({ kind: 'number', lock: 'endYear' })
  for (const labels of [en, de]) expect(Object.keys(labels)).toContain('field.endYear')
})
