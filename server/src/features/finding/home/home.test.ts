import { beforeAll, expect, test } from 'bun:test'
import type { FilterPresetDto } from '@octavo/contract/filter-preset'
import type { HomeDto, HomeRowDto } from '@octavo/contract/home'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { filterPresetRoutes } from '../filter-presets'
import { homeRoutes } from './home.routes'

const PATH = '/api/v1/user/home'
const USUAL = [
  'continue-reading',
  'on-deck',
  'want-to-read',
  'because-you-read',
  'recently-added-books',
  'recently-added-series',
  '-recently-updated-series',
  'recently-read',
  'collections',
  'readlists',
]

forEachDatabase('home pages', database => {
  let gated: GatedApp
  let ada: { Authorization: string }
  let bea: { Authorization: string }

  const named = ({ kind, presetId, shown }: HomeRowDto) => `${shown ? '' : '-'}${presetId ?? kind}`
  const rows = async (headers: { Authorization: string }) =>
    (await bodyOf<HomeDto>(await gated.ask('GET', PATH, { headers }))).rows.map(named)
  const put = (headers: { Authorization: string }, chosen: readonly object[]) =>
    gated.ask('PUT', PATH, { headers, body: { rows: chosen } })

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare(binder) {
        filterPresetRoutes(binder, { reader, write, now: () => gated.clock.ms })
        homeRoutes(binder, { reader, write })
      },
    })
    ada = await bearer(gated, await addUser(database.connection, 'ada', { role: 'maintainer' }))
    bea = await bearer(gated, await addUser(database.connection, 'bea'))
  })

  test('begin with the usual rows', async () => {
    expect(await rows(ada)).toEqual(USUAL)
    expect((await gated.ask('GET', PATH)).status).toBe(401)
  })

  test('are per user; omitted rows are hidden, and a reset restores all', async () => {
    const answer = await put(ada, [
      { kind: 'recently-read', shown: true },
      { kind: 'on-deck', shown: false },
    ])
    expect(answer.status).toBe(200)
    const chosen = ['recently-read', '-on-deck', '-continue-reading', '-want-to-read']
    expect((await bodyOf<HomeDto>(answer)).rows.map(named)).toEqual([
      ...chosen,
      '-because-you-read',
      '-recently-added-books',
      '-recently-added-series',
      '-recently-updated-series',
      '-collections',
      '-readlists',
    ])
    expect((await rows(ada)).slice(0, 4)).toEqual(chosen)
    expect(await rows(bea)).toEqual(USUAL)
    expect((await gated.ask('DELETE', PATH, { headers: ada })).status).toBe(204)
    expect(await rows(ada)).toEqual(USUAL)
  })

  test('hold saved filters as long as their reader sees them', async () => {
    const body = { name: 'New', scope: 'list', target: 'series', condition: { allOf: [] }, shared: true }
    const saved = await bodyOf<FilterPresetDto>(
      await gated.ask('POST', '/api/v1/filter-presets', { headers: ada, body }),
    )
    expect((await put(bea, [{ kind: 'preset', presetId: saved.id, shown: true }])).status).toBe(200)
    expect((await rows(bea))[0]).toBe(saved.id)
    const share = (shared: boolean) =>
      gated.ask('PUT', `/api/v1/filter-presets/${saved.id}`, { headers: ada, body: { ...body, shared } })
    await share(false)
    expect(await rows(bea)).not.toContain(saved.id)
    await share(true)
    expect((await rows(bea))[0]).toBe(saved.id)
    await gated.ask('DELETE', `/api/v1/filter-presets/${saved.id}`, { headers: ada })
    expect(await rows(bea)).not.toContain(saved.id)
    expect(await rows(bea)).toHaveLength(USUAL.length)
  })

  test('refuse rows that make no sense', async () => {
    const presetId = '00000000-0000-7000-8000-00000000ffff'
    const bad: [object[], number][] = [
      [[{ kind: 'preset', presetId, shown: true }], 400],
      [[{ kind: 'preset', shown: true }], 400],
      [[{ kind: 'on-deck', presetId, shown: true }], 400],
      [
        [
          { kind: 'on-deck', shown: true },
          { kind: 'on-deck', shown: true },
        ],
        400,
      ],
      [[{ kind: 'off-deck', shown: true }], 422],
      [[{ kind: 'on-deck' }], 422],
      [Array.from({ length: 201 }, () => ({ kind: 'on-deck', shown: true })), 422],
    ]
    for (const [chosen, status] of bad) expect([(await put(ada, chosen)).status, chosen]).toEqual([status, chosen])
    expect(await rows(ada)).toEqual(USUAL)
  })
})
