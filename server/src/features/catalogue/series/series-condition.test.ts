import { beforeAll, expect, test } from 'bun:test'
import type { CreateApiKeyResponse } from '@octavo/contract/api-key'
import type { FilterPresetDto, FilterPresetListResponse } from '@octavo/contract/filter-preset'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { createReplyCache } from '../../../http/reply-cache'
import { filterPresetRoutes } from '../../finding/filter-presets'
import { seriesRoutes } from './series.routes'

const LIST = '/api/v1/series/list'
const PRESETS = '/api/v1/filter-presets'
const FAMILY = { sharingTag: { operator: 'is', value: 'FAMILY' } }

forEachDatabase('series by sharing tag', database => {
  let gated: GatedApp
  let tagPk = 0
  const headers: Record<string, Record<string, string>> = {}

  const ask = (who: string, method: string, path: string, body?: unknown) =>
    gated.ask(method, path, { headers: { ...headers[who] }, ...(body !== undefined && { body }) })
  const status = async (who: string, path: string, condition: object) =>
    (await ask(who, 'POST', path, { condition })).status
  const titles = async (who: string, condition: object) => {
    const answer = await ask(who, 'POST', LIST, { condition })
    expect(answer.status).toBe(200)
    const page = await bodyOf<{ data: { title: string }[]; total: number }>(answer)
    expect(page.total).toBe(page.data.length)
    return page.data.map(({ title }) => title)
  }

  beforeAll(async () => {
    const { connection } = database
    const { reader, write } = connection
    const replies = createReplyCache(connection.memo)
    gated = createGatedApp(connection, {
      declare(binder) {
        seriesRoutes(binder, { reader, replies })
        filterPresetRoutes(binder, { reader, write, now: () => gated.clock.ms })
      },
    })
    for (const [name, role] of [
      ['ada', 'maintainer'],
      ['root', 'admin'],
    ] as const) {
      headers[name] = await bearer(gated, await addUser(connection, name, { role }))
    }
    const key = { name: 'reads', permissions: ['series-read', 'books-read', 'collections-write'] }
    const made = await bodyOf<CreateApiKeyResponse>(await ask('root', 'POST', '/api/v1/api-keys', key))
    headers.key = { 'X-API-Key': made.key }
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const tag = async (name: string) => {
        const row = { id: `tag-${name}`, name, name_key: name.toLowerCase(), created_at: 0, updated_at: 0 }
        return (await tx.query.insertInto('sharing_tags').values(row).returning('pk').executeTakeFirstOrThrow()).pk
      }
      const set = async (...pks: number[]) => {
        const row = tx.query.insertInto('sharing_sets').values({ tags_key: pks.join() }).returning('pk')
        const { pk } = await row.executeTakeFirstOrThrow()
        await tx.query
          .insertInto('sharing_set_tags')
          .values(pks.map(each => ({ set_pk: pk, tag_pk: each })))
          .execute()
        return pk
      }
      tagPk = await tag('Family')
      const late = await tag('Late')
      const [family, both] = [await set(tagPk), await set(tagPk, late)]
      for (const [title, setPk] of [
        ['Both', both],
        ['Family', family],
        ['None', null],
      ] as const) {
        const seriesPk = await insertSeries(tx, libraryPk, title, { sharing_set_pk: setPk } as never)
        await insertBook(tx, { libraryPk, seriesPk }, `${title} 1`)
      }
    })
  })

  test('are found by one of their tags, and by having none', async () => {
    expect(await titles('root', FAMILY)).toEqual(['Both', 'Family'])
    expect(await titles('root', { not: FAMILY })).toEqual(['None'])
    expect(await titles('root', { sharingTag: { operator: 'isNot', value: 'late' } })).toEqual(['Family', 'None'])
    expect(await titles('root', { sharingTag: { operator: 'beginsWith', value: 'la' } })).toEqual(['Both'])
    expect(await titles('root', { sharingTag: { operator: 'contains', value: '%' } })).toEqual([])
    expect(await titles('root', { sharingTag: { operator: 'isNull' } })).toEqual(['None'])
    expect(await titles('root', { sharingTag: { operator: 'isNotNull' } })).toEqual(['Both', 'Family'])
  })

  test('are accepted only from those who manage tags, whatever is cached', async () => {
    const deep = { anyOf: [{ not: { allOf: [FAMILY] } }] }
    const paths = [LIST, `${LIST}/alphabetical-groups`, `${LIST}/values?field=genre`]
    for (const path of paths) {
      for (const condition of [FAMILY, deep]) {
        for (const who of ['root', 'root', 'root', 'key', 'ada']) {
          const expected = who === 'root' ? 200 : 403
          expect([path, who, await status(who, path, condition)]).toEqual([path, who, expected])
        }
      }
    }
  })

  test('follow a tag that has another name', async () => {
    const school = { sharingTag: { operator: 'is', value: 'school' } }
    expect(await titles('root', school)).toEqual([])
    const rename = (name: string) =>
      database.connection.write(tx =>
        tx.query
          .updateTable('sharing_tags')
          .set({ name, name_key: name.toLowerCase() })
          .where('pk', '=', tagPk)
          .execute(),
      )
    await rename('School')
    expect(await titles('root', school)).toEqual(['Both', 'Family'])
    await rename('Family')
    expect(await titles('root', school)).toEqual([])
  })

  test('are no saved filter for others, who get no events of it either', async () => {
    const preset = { name: 'Family', scope: 'list', target: 'series', condition: FAMILY, shared: true }
    const made = await ask('root', 'POST', PRESETS, preset)
    expect(made.status).toBe(201)
    const { id } = await bodyOf<FilterPresetDto>(made)
    for (const who of ['ada', 'key']) {
      const other = { ...preset, name: `Mine, ${who}` }
      expect([who, (await ask(who, 'POST', PRESETS, other)).status]).toEqual([who, 403])
    }
    expect((await ask('ada', 'GET', `${PRESETS}/${id}`)).status).toBe(404)
    expect((await ask('ada', 'POST', `${PRESETS}/${id}/pin`)).status).toBe(404)
    expect((await bodyOf<FilterPresetListResponse>(await ask('ada', 'GET', PRESETS))).presets).toEqual([])
    const [own] = (await bodyOf<FilterPresetListResponse>(await ask('root', 'GET', PRESETS))).presets
    expect(own).toMatchObject({ id, problem: null })
  })
})
