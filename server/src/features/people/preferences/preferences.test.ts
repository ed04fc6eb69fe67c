import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { preferenceRoutes } from './preference.routes'
import { savePreferences } from './preferences.store'

setDefaultTimeout(60_000)

interface Preference {
  readonly key: string
  readonly value: unknown
  readonly valueType: string
  readonly updatedAt: string
}

forEachDatabase('preferences', database => {
  let gated: GatedApp
  let asAda: Record<string, string>
  let asBea: Record<string, string>
  const ask = (method: string, path: string, body?: unknown, headers = asAda) =>
    gated.ask(method, `/api/v1/user/preferences${path}`, { headers, ...(body !== undefined && { body }) })
  const all = async (headers: Record<string, string>) =>
    (await bodyOf<{ preferences: Preference[] }>(await ask('GET', '', undefined, headers))).preferences

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => preferenceRoutes(binder, { reader, write, now: () => gated.clock.ms }),
    })
    asAda = await bearer(gated, await addUser(database.connection, 'Ada'))
    asBea = await bearer(gated, await addUser(database.connection, 'Bea'))
  })

  test('are set, read, changed and forgotten, by their own person only', async () => {
    expect(await all(asAda)).toEqual([])
    expect((await ask('GET', '/ui.theme')).status).toBe(404)
    const set = await ask('PUT', '/ui.theme', { value: 'dark' })
    const updatedAt = new Date(gated.clock.ms).toISOString()
    const dark = { key: 'ui.theme', value: 'dark', valueType: 'string', updatedAt }
    expect([set.status, await bodyOf(set)]).toEqual([200, dark])
    gated.clock.ms += 1000
    await ask('PUT', '/ui.theme', { value: 'light' })
    expect(await bodyOf<Preference>(await ask('GET', '/ui.theme'))).toMatchObject({ value: 'light' })
    expect(await all(asBea)).toEqual([])
    expect((await ask('GET', '/ui.theme', undefined, asBea)).status).toBe(404)
    expect(await bodyOf(await ask('DELETE', '/ui.theme', undefined, asBea))).toMatchObject({ deleted: false })
    expect(await bodyOf(await ask('DELETE', '/ui.theme'))).toMatchObject({ deleted: true })
    expect(await bodyOf(await ask('DELETE', '/ui.theme'))).toMatchObject({ deleted: false })
    expect((await ask('GET', '', undefined, {})).status).toBe(401)
  })

  test('of any app may be any JSON, and have its type', async () => {
    const preferences = {
      'app.a': 1,
      'app.b': 1.5,
      'app.c': false,
      'app.d': 'x',
      'app.e': { deep: [1] },
      'app.f': null,
    }
    const answer = await bodyOf<{ updated: number; preferences: Preference[] }>(await ask('PUT', '', { preferences }))
    expect(answer.updated).toBe(6)
    const types = ['integer', 'float', 'boolean', 'string', 'json', 'json']
    expect(answer.preferences.map(({ valueType }) => valueType)).toEqual(types)
    expect(Object.fromEntries((await all(asAda)).map(({ key, value }) => [key, value]))).toEqual(preferences)
    expect(await bodyOf(await ask('PUT', '', { preferences: {} }))).toEqual({ updated: 0, preferences: [] })
  })

  test('of the web app are validated, and several are set together or not at all', async () => {
    const good = { 'reader.comic': { double: true, gap: 4, fit: 'width' }, 'ui.language': 'de', 'ui.accent': 'moss' }
    expect((await ask('PUT', '', { preferences: good })).status).toBe(200)
    const wrong: [string, unknown][] = [
      ['ui.theme', 'loud'],
      ['ui.theme', 7],
      ['ui.language', 'xx'],
      ['reader.comic', 'x'],
      ['reader.comic', { nested: {} }],
    ]
    for (const [key, value] of wrong) {
      expect([key, value, (await ask('PUT', `/${key}`, { value })).status]).toEqual([key, value, 400])
      const together = { preferences: { 'app.z': 1, [key]: value } }
      expect((await ask('PUT', '', together)).status).toBe(400)
    }
    expect((await ask('GET', '/app.z')).status).toBe(404)
  })

  test('of one series are stored with the others and requested by their keys', async () => {
    const series = 'reader.comic.series.0199a0b17c3d7000800000000000000a'
    const library = 'reader.comic.library.0199a0b17c3d7000800000000000000b'
    expect((await ask('PUT', `/${series}`, { value: { direction: 'rtl' } })).status).toBe(200)
    expect((await ask('PUT', `/${library}`, { value: { layout: 'double' } })).status).toBe(200)
    for (const value of ['rtl', 7, { nested: {} }]) {
      expect([value, (await ask('PUT', `/${series}`, { value })).status]).toEqual([value, 400])
    }
    const some = async (keys: string, headers = asAda) =>
      (await bodyOf<{ preferences: Preference[] }>(await ask('GET', `?keys=${keys}`, undefined, headers))).preferences
    expect((await some(`${series},ui.never,${library}`)).map(({ key, value }) => [key, value])).toEqual([
      [library, { layout: 'double' }],
      [series, { direction: 'rtl' }],
    ])
    expect(await some('ui.never')).toEqual([])
    expect(await some(series, asBea)).toEqual([])
    for (const wrong of ['', 'a,', 'a-b', Array.from({ length: 101 }, (_, index) => `k${index}`).join()]) {
      expect([wrong, (await ask('GET', `?keys=${wrong}`)).status]).toEqual([wrong, 400])
    }
  })

  test('are refused when they are too many, too large or badly named', async () => {
    for (const key of ['a..b', '.a', 'a.', 'a-b', 'ä', 'a b', 'x'.repeat(256), '%2e%2e%2fx']) {
      expect([key, (await ask('PUT', `/${encodeURIComponent(key)}`, { value: 1 })).status]).toEqual([key, 400])
      expect((await ask('PUT', '', { preferences: { [key]: 1 } })).status).toBe(400)
    }
    expect((await ask('PUT', `/${'x'.repeat(255)}`, { value: 1 })).status).toBe(200)
    expect((await ask('PUT', '/app.large', { value: 'x'.repeat(16_382) })).status).toBe(200)
    expect((await ask('PUT', '/app.large', { value: 'x'.repeat(16_383) })).status).toBe(400)
    expect((await ask('PUT', '/app.none', {})).status).toBe(422)
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`many.${index}`, index]))
    expect((await ask('PUT', '', { preferences: many })).status).toBe(400)
    expect((await all(asAda)).some(({ key }) => key.startsWith('many.'))).toBe(false)
    const pile = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}`, 'x'.repeat(16_000)]))
    const answers: number[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const preferences = Object.fromEntries(Object.entries(pile).map(([key, value]) => [`${name}.${key}`, value]))
      answers.push((await ask('PUT', '', { preferences }, asBea)).status)
    }
    expect(answers).toEqual([200, 200, 200, 200, 400])
    for (const key of ['__proto__', 'constructor', 'toString']) {
      expect([key, (await ask('PUT', `/${key}`, { value: { isAdmin: true } })).status]).toEqual([key, 200])
      expect((await bodyOf<Preference>(await ask('GET', `/${key}`))).value).toEqual({ isAdmin: true })
    }
  })

  test('are saved by several requests at once that name them in different orders', async () => {
    const { reader, write } = database.connection
    const eve = await addUser(database.connection, 'Eve')
    const keys = Array.from({ length: 12 }, (_, index) => `tab.${index}`)
    // A transaction that lost in a deadlock would run once more.
    let runs = 0
    await Promise.all(
      Array.from({ length: 12 }, (_, tab) =>
        write(tx => {
          runs += 1
          const values = (tab % 2 ? keys : keys.toReversed()).map(key => [key, String(tab)] as const)
          return savePreferences(tx, eve.pk, new Map(values), tab)
        }),
      ),
    )
    expect(runs).toBe(12)
    const saved = await reader.query
      .selectFrom('user_preferences')
      .select('value')
      .where('user_pk', '=', eve.pk)
      .execute()
    expect([saved.length, new Set(saved.map(({ value }) => value)).size]).toEqual([12, 1])
  })
})
