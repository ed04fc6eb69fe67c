import { beforeAll, expect, test } from 'bun:test'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { FilterPresetDto, FilterPresetListResponse } from '@octavo/contract/filter-preset'
import type { HomeDto } from '@octavo/contract/home'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { BOOK_ROW } from '../../catalogue/books'
import { selectPage } from '../../lists/engine'
import { homeRoutes } from '../home'
import { findPreset, visiblePresets } from './filter-presets.queries'
import { filterPresetRoutes } from './filter-presets.routes'
import { listOfPreset } from './preset-list'

const PATH = '/api/v1/filter-presets'
const OPEN = '00000000-0000-7000-8000-000000000001'
const HIDDEN = '00000000-0000-7000-8000-000000000002'
const NOBODY = '00000000-0000-7000-8000-00000000ffff'
const LONG = { pageCount: { operator: 'gte', value: 100 } }

forEachDatabase('filter presets', database => {
  let gated: GatedApp
  let openPk = 0
  const people: Record<string, { headers: { Authorization: string }; pk: number }> = {}

  const ask = (who: string, method: string, path: string, body?: unknown) =>
    gated.ask(method, path, { headers: { ...people[who]?.headers }, ...(body !== undefined && { body }) })
  const preset = (name: string, more: object = {}) => ({
    name,
    scope: 'list',
    target: 'books',
    condition: LONG,
    ...more,
  })
  const save = async (who: string, name: string, more: object = {}) => {
    const answer = await ask(who, 'POST', PATH, preset(name, more))
    expect([answer.status, name]).toEqual([201, name])
    return bodyOf<FilterPresetDto>(answer)
  }
  const status = async (who: string, method: string, path: string, body?: unknown) =>
    (await ask(who, method, path, body)).status
  const names = async (who: string, query = '') => {
    const answer = await ask(who, 'GET', `${PATH}${query}`)
    return (await bodyOf<FilterPresetListResponse>(answer)).presets.map(({ name }) => name)
  }

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare(binder) {
        filterPresetRoutes(binder, { reader, write, now: () => gated.clock.ms })
        homeRoutes(binder, { reader, write })
      },
    })
    for (const [name, role] of [
      ['ada', 'maintainer'],
      ['bea', 'reader'],
      ['root', 'admin'],
    ] as const) {
      const user = await addUser(database.connection, name, { role })
      people[name] = { headers: await bearer(gated, user), pk: user.pk }
    }
    await database.connection.write(async tx => {
      openPk = await insertLibrary(tx, 'Open', { id: OPEN })
      const hiddenPk = await insertLibrary(tx, 'Hidden', { id: HIDDEN })
      for (const [libraryPk, title] of [
        [openPk, 'Seen'],
        [hiddenPk, 'Secret'],
      ] as const) {
        const seriesPk = await insertSeries(tx, libraryPk, title)
        await insertBook(tx, { libraryPk, seriesPk }, `${title} long`, { page_count: 200 })
        await insertBook(tx, { libraryPk, seriesPk }, `${title} short`, { page_count: 20 })
      }
    })
  })

  test('are stored as they were saved', async () => {
    const saved = await save('bea', '  Long ones ', {
      sort: 'created_at:DESC;title,asc',
      query: 'saga',
      libraryId: OPEN,
      view: '{"a":1}',
    })
    expect(saved).toMatchObject({
      name: 'Long ones',
      scope: 'list',
      target: 'books',
      condition: LONG,
      sort: 'created_at:DESC;title,asc',
      query: 'saga',
      libraryId: OPEN,
      view: '{"a":1}',
      shared: false,
      mine: true,
      ownerName: 'bea',
      pinned: false,
      problem: null,
    })
    expect(await bodyOf<FilterPresetDto>(await ask('bea', 'GET', `${PATH}/${saved.id}`))).toEqual(saved)
    const { id } = await save('bea', 'Plain')
    expect(await bodyOf<FilterPresetDto>(await ask('bea', 'GET', `${PATH}/${id}`))).toMatchObject({
      libraryId: null,
      sort: null,
      query: null,
    })
    expect(await names('bea')).toEqual(['Long ones', 'Plain'])
    expect(await names('bea', `?libraryId=${OPEN.toUpperCase()}`)).toEqual(['Long ones'])
    expect(await names('bea', '?scope=search')).toEqual([])
    expect(await names('bea', '?target=series')).toEqual([])
    expect(await status('bea', 'GET', `${PATH}?scope=x`)).toBe(400)
  })

  test('are refused where the list would refuse them, with the place', async () => {
    const bad: [object, string][] = [
      [{ condition: { nothing: {} } }, 'condition.nothing'],
      [{ condition: {} }, 'condition'],
      [{ condition: { allOf: [{ pageCount: { operator: 'is' } }] } }, 'condition.allOf[0].pageCount.operator'],
      [{ target: 'series' }, 'condition.pageCount'],
      [{ sort: 'nothing,asc' }, 'sort'],
      [{ sort: 'title,up' }, 'sort'],
      [{ scope: 'page' }, 'scope'],
      [{ target: 'pages' }, 'target'],
      [{ name: '  ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: '\ud800' }, 'name'],
      [{ name: '\u202eBad' }, 'name'],
      [{ query: 'x'.repeat(501) }, 'query'],
      [{ libraryId: NOBODY }, 'libraryId'],
      [
        {
          condition: {
            anyOf: Array.from({ length: 90 }, () => ({ title: { operator: 'is', value: 'x'.repeat(999) } })),
          },
        },
        'condition',
      ],
    ]
    for (const [change, path] of bad) {
      const answer = await ask('ada', 'POST', PATH, preset('Bad', change))
      const { details } = await bodyOf<{ details?: { path?: string } }>(answer)
      expect([answer.status, details?.path]).toEqual([400, path])
    }
    expect(await status('ada', 'POST', PATH, { ...preset('Bad'), condition: 'x' })).toBe(422)
    expect(await names('ada')).toEqual([])
  })

  test('have names of their own, for each scope, target and library', async () => {
    const first = await save('ada', 'Name')
    expect(await status('ada', 'POST', PATH, preset('Name'))).toBe(409)
    expect(await status('ada', 'POST', PATH, preset(' Name '))).toBe(409)
    await save('ada', 'Name', { scope: 'search' })
    await save('ada', 'Name', { target: 'series', condition: { allOf: [] } })
    const inLibrary = await save('ada', 'Name', { libraryId: OPEN })
    await save('root', 'Name')
    expect(await status('ada', 'PUT', `${PATH}/${inLibrary.id}`, preset('Name'))).toBe(409)
    expect(await status('ada', 'DELETE', `${PATH}/${first.id}`)).toBe(204)
    await save('ada', 'Name')
    expect(await status('ada', 'POST', `${PATH}/${first.id}/restore`)).toBe(409)
  })

  test('of others are not there unless they are shared, and are theirs to change', async () => {
    const own = await save('ada', 'Of ada')
    for (const [method, body] of [['GET'], ['PUT', preset('Mine')], ['DELETE']] as const) {
      expect(await status('bea', method, `${PATH}/${own.id}`, body)).toBe(404)
      expect(await status('root', method, `${PATH}/${own.id}`, body)).toBe(404)
    }
    expect(await status('bea', 'PUT', `${PATH}/${own.id}/pin`)).toBe(404)
    expect(await status('nobody', 'GET', PATH)).toBe(401)

    const shared = await ask('ada', 'PUT', `${PATH}/${own.id}`, { name: 'Of ada', condition: LONG, shared: true })
    expect(await bodyOf<FilterPresetDto>(shared)).toMatchObject({ shared: true, mine: true })
    expect(await names('bea')).toContain('Of ada')
    expect(await bodyOf<FilterPresetDto>(await ask('bea', 'GET', `${PATH}/${own.id}`))).toMatchObject({
      mine: false,
      ownerName: 'ada',
    })
    expect(await status('bea', 'PUT', `${PATH}/${own.id}`, preset('Mine'))).toBe(403)
    expect(await status('bea', 'DELETE', `${PATH}/${own.id}`)).toBe(403)
    // An administrator may end sharing; absent `shared` stays.
    expect(await status('root', 'PUT', `${PATH}/${own.id}`, preset('By root'))).toBe(200)
    expect(await names('bea')).toContain('By root')
    expect(await status('root', 'PUT', `${PATH}/${own.id}`, { ...preset('By root'), shared: false })).toBe(200)
    expect(await status('root', 'GET', `${PATH}/${own.id}`)).toBe(404)
    expect(await names('bea')).not.toContain('By root')
  })

  test('are shared by those who may make collections for everybody', async () => {
    expect(await status('bea', 'POST', PATH, preset('For all', { shared: true }))).toBe(403)
    const own = await save('bea', 'For me')
    expect(await status('bea', 'PUT', `${PATH}/${own.id}`, preset('For me', { shared: true }))).toBe(403)
  })

  test('can be restored after deletion, with their places, for an hour', async () => {
    const { id } = await save('ada', 'Gone', { shared: true })
    expect(await status('bea', 'PUT', `${PATH}/${id}/pin`)).toBe(204)
    expect(await status('bea', 'PUT', `${PATH}/${id}/pin`)).toBe(204)
    const rows = [{ kind: 'preset', presetId: id, shown: true }]
    expect(await status('bea', 'PUT', '/api/v1/user/home', { rows })).toBe(200)

    expect(await status('ada', 'DELETE', `${PATH}/${id}`)).toBe(204)
    expect(await status('ada', 'GET', `${PATH}/${id}`)).toBe(404)
    expect(await status('ada', 'DELETE', `${PATH}/${id}`)).toBe(404)
    expect(await names('bea')).not.toContain('Gone')
    expect(await status('bea', 'POST', `${PATH}/${id}/restore`)).toBe(403)
    expect(await status('ada', 'POST', `${PATH}/${id}/restore`)).toBe(200)
    expect(await status('ada', 'POST', `${PATH}/${id}/restore`)).toBe(404)
    const back = await bodyOf<FilterPresetDto>(await ask('bea', 'GET', `${PATH}/${id}`))
    expect(back).toMatchObject({ name: 'Gone', pinned: true, mine: false })
    const home = await bodyOf<HomeDto>(await ask('bea', 'GET', '/api/v1/user/home'))
    expect(home.rows[0]).toEqual({ kind: 'preset', presetId: id, shown: true })
    expect(await status('bea', 'DELETE', `${PATH}/${id}/pin`)).toBe(204)

    expect(await status('ada', 'DELETE', `${PATH}/${id}`)).toBe(204)
    gated.clock.ms += 3_600_001
    const later = people.ada
    if (later) later.headers = await bearer(gated, { pk: 0, id: await idOf('ada'), username: 'ada', password: '' })
    expect(await status('ada', 'POST', `${PATH}/${id}/restore`)).toBe(404)
  })

  test('of everybody are in the audit log, private ones are not', async () => {
    const own = await save('ada', 'Mine alone')
    const shared = await save('ada', 'Ours', { shared: true })
    await ask('ada', 'PUT', `${PATH}/${shared.id}`, preset('Ours now', { shared: true }))
    await ask('ada', 'PUT', `${PATH}/${shared.id}`, preset('Ours now', { shared: false }))
    await ask('ada', 'PUT', `${PATH}/${shared.id}`, preset('Ours still', { shared: true }))
    await ask('ada', 'DELETE', `${PATH}/${shared.id}`)
    await ask('ada', 'POST', `${PATH}/${shared.id}/restore`)
    await ask('ada', 'DELETE', `${PATH}/${own.id}`)
    const rows = await database.connection.reader.query
      .selectFrom('audit_log')
      .select(['action', 'user_name', 'subject_name', 'details'])
      .where('subject_id', 'in', [own.id, shared.id])
      .orderBy('pk')
      .execute()
    expect(rows.map(row => [row.action, row.user_name, row.subject_name, JSON.parse(row.details)])).toEqual([
      ['filter_preset_created', 'ada', 'Ours', {}],
      ['filter_preset_changed', 'ada', 'Ours now', { from: 'Ours', to: 'Ours now' }],
      ['filter_preset_changed', 'ada', 'Ours now', { shared: false }],
      ['filter_preset_changed', 'ada', 'Ours still', { from: 'Ours now', to: 'Ours still', shared: true }],
      ['filter_preset_deleted', 'ada', 'Ours still', {}],
      ['filter_preset_restored', 'ada', 'Ours still', {}],
    ])
  })

  test('that cannot be asked any more are still listed, renamed and deleted', async () => {
    const { id } = await save('ada', 'Old')
    await database.connection.write(tx =>
      tx.query
        .updateTable('filter_presets')
        .set({ condition: '{"shelf":{"operator":"isTrue"}}' })
        .where('id', '=', id)
        .execute(),
    )
    const { presets } = await bodyOf<FilterPresetListResponse>(await ask('ada', 'GET', PATH))
    expect(presets.find(each => each.id === id)?.problem).toContain('condition.shelf')
    const condition = { shelf: { operator: 'isTrue' } }
    expect(await status('ada', 'PUT', `${PATH}/${id}`, { name: 'Very old', condition })).toBe(200)
    expect(await status('ada', 'PUT', `${PATH}/${id}`, { name: 'Very old', condition, sort: 'title,asc' })).toBe(400)
    expect(await status('ada', 'PUT', `${PATH}/${id}`, { name: 'Young', condition: LONG })).toBe(200)
    expect(await bodyOf<FilterPresetDto>(await ask('ada', 'GET', `${PATH}/${id}`))).toMatchObject({ problem: null })
    expect(await status('ada', 'DELETE', `${PATH}/${id}`)).toBe(204)
  })

  test('find what their reader may see, and leave with a hidden library', async () => {
    const { reader } = database.connection
    const all = await save('ada', 'All long', { shared: true })
    const hidden = await save('ada', 'Hidden long', { shared: true, libraryId: HIDDEN })
    const viewer = (userPk: number, libraryPks?: number[]): Viewer => ({
      ...SYSTEM_VIEWER,
      userPk,
      visibility: libraryPks ? { kind: 'libraries', libraryPks } : { kind: 'all' },
    })
    const titles = async (who: Viewer, id: string) => {
      const asked = listOfPreset(await findPreset(reader, who, id), who)
      const { rows } = await selectPage(reader, who, BOOK_ROW, { ...asked, page: 1, pageSize: 10 })
      return rows.map(({ title }) => title)
    }
    const bea = people.bea?.pk ?? 0
    expect(await titles(viewer(bea), all.id)).toEqual(['Secret long', 'Seen long'])
    expect(await titles(viewer(bea), hidden.id)).toEqual(['Secret long'])
    const narrow = viewer(bea, [openPk])
    expect(await titles(narrow, all.id)).toEqual(['Seen long'])
    await expect(titles(narrow, hidden.id)).rejects.toMatchObject({ code: 'NotFound' })
    expect((await visiblePresets(reader, narrow)).map(({ name }) => name)).not.toContain('Hidden long')
    // Their own as well, while the library is hidden.
    expect((await visiblePresets(reader, viewer(people.ada?.pk ?? 0, []))).map(({ name }) => name)).not.toContain(
      'Hidden long',
    )
  })

  test('are at most 500 of one user, 50 in a side bar and 52 rows at home', async () => {
    const userPk = people.root?.pk ?? 0
    await database.connection.write(tx =>
      tx.query
        .insertInto('filter_presets')
        .values(
          Array.from({ length: 499 }, (_, number) => ({
            id: crypto.randomUUID(),
            user_pk: userPk,
            library_pk: null,
            scope: 'list',
            target: 'books',
            name: `Number ${number}`,
            condition: JSON.stringify(LONG),
            sort: null,
            query: null,
            version: 1,
            view: null,
            shared: false,
            deleted_at: null,
            created_at: 1,
            updated_at: 1,
          })),
        )
        .execute(),
    )
    const full = await ask('root', 'POST', PATH, preset('One more'))
    expect([full.status, (await bodyOf<ErrorResponse>(full)).details]).toEqual([
      400,
      { reason: 'presets_full', max: 500 },
    ])

    const { presets } = await bodyOf<FilterPresetListResponse>(await ask('root', 'GET', PATH))
    const ids = presets.filter(({ mine }) => mine).map(({ id }) => id)
    const pins: number[] = []
    for (const id of ids.slice(0, 51)) pins.push(await status('root', 'PUT', `${PATH}/${id}/pin`))
    expect(pins).toEqual([...Array.from({ length: 50 }, () => 204), 400])
    // Pinning it again takes no further place.
    expect(await status('root', 'PUT', `${PATH}/${ids[0]}/pin`)).toBe(204)
    const again = await bodyOf<FilterPresetListResponse>(await ask('root', 'GET', PATH))
    expect(again.presets.filter(({ pinned }) => pinned)).toHaveLength(50)

    const rows = (count: number) => ids.slice(0, count).map(presetId => ({ kind: 'preset', presetId, shown: true }))
    // The ten default rows count as well.
    expect(await status('root', 'PUT', '/api/v1/user/home', { rows: rows(42) })).toBe(200)
    expect(await status('root', 'PUT', '/api/v1/user/home', { rows: rows(43) })).toBe(400)
  })

  async function idOf(username: string): Promise<string> {
    const { id } = await database.connection.reader.query
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    return id
  }
})
