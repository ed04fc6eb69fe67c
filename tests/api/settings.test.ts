// Settings: what administrators see and change, the history, and public settings.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { Paginated } from '@octavo/contract/paging'
import { SettingDto, SettingHistoryDto } from '@octavo/contract/setting'
import { type Client, client, until } from '../kit/client'
import { startOctavo } from '../kit/server'
import { JSON_HEADERS, refusal } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

const SETTINGS = '/api/v1/admin/settings'

for (const database of DATABASES) {
  describe(`settings on ${database}`, () => {
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    const send = (method: string, path: string, body?: unknown, who = admin) =>
      who.fetch(path, { method, ...(body !== undefined && { headers: JSON_HEADERS, body: JSON.stringify(body) }) })
    const get = async (key: string) => SettingDto.parse(await admin.get(`${SETTINGS}/${key}`))
    const put = async (key: string, value: string, changeReason?: string) => {
      const answer = await send('PUT', `${SETTINGS}/${key}`, { value, changeReason })
      expect([key, answer.status]).toEqual([key, 200])
      return SettingDto.parse(await answer.json())
    }
    const history = async (key: string, query = '') =>
      ((await admin.get(`${SETTINGS}/${key}/history${query}`)) as unknown[]).map(one => SettingHistoryDto.parse(one))

    beforeAll(async () => {
      octavo = await startInhabited({
        database,
        env: { OCTAVO_METRICS_RETENTION: '90', OCTAVO_AUTH_JWT_SECRET: 'x'.repeat(40) },
      })
      admin = octavo.admin
      reader = await octavo.addUser('reader')
    })
    afterAll(() => octavo?.stop())

    test('an administrator who sees a part changes none, as registration would, and reads neither the audit log nor sizes of all', async () => {
      const body = { username: 'part', email: 'part@example.org', password: 'Engine-No.1', role: 'admin', ageLimit: 12 }
      await admin.post('/api/v1/users', body)
      const { username, password } = body
      const way = '/api/v1/auth/login'
      const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>(way, { username, password })
      const part = client(octavo.url, { authorization: `Bearer ${accessToken}` })
      const key = 'auth.registration_enabled'
      const acts = [
        ['PUT', `${SETTINGS}/${key}`, { value: 'true' }],
        ['POST', `${SETTINGS}/bulk`, { updates: [{ key, value: 'true' }] }],
        ['POST', `${SETTINGS}/${key}/reset`, undefined],
        ['PATCH', '/api/v1/setup/settings', { settings: { [key]: 'true' }, skipConfiguration: false }],
        ['GET', '/api/v1/audit', undefined],
        ['GET', '/api/v1/admin/storage', undefined],
        ['POST', '/api/v1/admin/storage/measure', undefined],
      ] as const
      for (const [method, path, sent] of acts) {
        const answer = (await (await send(method, path, sent, part)).json()) as ErrorResponse
        expect([method, path, answer.details]).toEqual([method, path, { reason: 'sees_part' }])
      }
      expect((await get(key)).value).toBe('false')
    })

    test('are listed with type, limits and source', async () => {
      const all = ((await admin.get(SETTINGS)) as unknown[]).map(one => SettingDto.parse(one))
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const named = (key: string) => all.find(one => one.key === key)
      expect(named('rate_limit.anonymous_burst')).toMatchObject({
        ...{ value: '50', defaultValue: '50', valueType: 'integer', minValue: 1, maxValue: 1_000_000, version: 1 },
        ...{ category: 'rate_limit', changeable: true, needsRestart: false, updatedBy: null, isDefault: true },
      })
      expect(named('log.level')?.choices).toContain('warn')
      expect(named('metrics.retention')).toMatchObject({ value: '90', origin: 'environment', changeable: false })
      expect(named('port')).toMatchObject({ changeable: false, category: 'server' })
      expect(named('auth.jwt_secret')).toMatchObject({ value: '********', isSensitive: true, changeable: false })
      expect(named('parser.book_seconds')).toMatchObject({
        needsRestart: true,
        changeable: true,
        restartPending: false,
      })
      const some = ((await admin.get(`${SETTINGS}?category=rate_limit`)) as SettingDto[]).map(({ key }) => key)
      expect(some).toHaveLength(5)
      expect(await admin.get(`${SETTINGS}?category=nothing`)).toEqual([])
      expect(await get('rate_limit.enabled')).toEqual(named('rate_limit.enabled') as SettingDto)
    })

    test('change at once, with a history, and go back to the default', async () => {
      expect(await octavo.anonymous.get('/api/v1/settings/branding')).toEqual({ applicationName: 'Octavo' })
      const me = await admin.get<{ id: string; username: string }>('/api/v1/auth/me')
      const changed = await put('application.name', ' Tide & Co ', 'A family name')
      expect(changed).toMatchObject({
        value: 'Tide & Co',
        origin: 'changed',
        isDefault: false,
        version: 2,
        updatedBy: me.id,
      })
      expect(changed.updatedByName).toBe(me.username)
      expect(await octavo.anonymous.get('/api/v1/settings/branding')).toEqual({ applicationName: 'Tide & Co' })
      // The same again changes nothing.
      expect(await put('application.name', 'Tide & Co')).toEqual(changed)
      await put('application.name', 'Rain')
      const reset = await send('POST', `${SETTINGS}/application.name/reset`)
      expect(SettingDto.parse(await reset.json())).toMatchObject({ value: 'Octavo', origin: 'default', version: 4 })
      expect((await send('POST', `${SETTINGS}/application.name/reset`)).status).toBe(200)
      const past = await history('application.name')
      expect(past.map(({ oldValue, newValue, changeReason }) => [oldValue, newValue, changeReason])).toEqual([
        ['Rain', 'Octavo', null],
        ['Tide & Co', 'Rain', null],
        ['Octavo', 'Tide & Co', 'A family name'],
      ])
      expect(past[0]).toMatchObject({
        changedBy: me.id,
        changedByName: me.username,
        key: 'application.name',
        settingId: changed.id,
      })
      expect(past[0]?.ipAddress).toBe('127.0.0.1')
      expect(await history('application.name', '?limit=1')).toHaveLength(1)
      expect(await octavo.anonymous.get('/api/v1/settings/branding')).toEqual({ applicationName: 'Octavo' })
      const { data } = await admin.get<Paginated<AuditEntryDto>>(`/api/v1/audit?subjectId=${changed.id}`)
      expect(data.map(({ action, user, details }) => [action, user, details.to])).toEqual([
        ['settings_reset', me.username, 'Octavo'],
        ['settings_changed', me.username, 'Rain'],
        ['settings_changed', me.username, 'Tide & Co'],
      ])
    })

    test('refuse invalid values, and unknown keys', async () => {
      const wrong: [string, string][] = [
        ['rate_limit.anonymous_burst', '0'],
        ['rate_limit.anonymous_burst', '1000001'],
        ['rate_limit.anonymous_burst', 'many'],
        ['rate_limit.anonymous_burst', ''],
        ['rate_limit.enabled', 'perhaps'],
        ['log.level', 'loud'],
        ['application.name', ''],
        ['application.name', 'x'.repeat(61)],
        ['scheduler.timezone', 'Mars/Base'],
        ['cors.origins', 'example.org'],
        ['cors.origins', 'https://example.org/path'],
        ['tasks.retention', '{'],
        ['tasks.retention', '{"completedDays":-1,"failedDays":1}'],
        ['metrics.retention', '7'],
        ['port', '9000'],
        ['auth.jwt_secret', 'y'.repeat(40)],
        ['libraries.delete_files', 'true'],
      ]
      for (const [key, value] of wrong) {
        const answer = await send('PUT', `${SETTINGS}/${key}`, { value })
        expect([key, value, await refusal(answer)]).toEqual([key, value, '400 BadRequest'])
        expect((await get(key)).version).toBe(key === 'application.name' ? 4 : 1)
      }
      for (const key of ['nothing', '__proto__', 'constructor', 'rate_limit', 'PORT']) {
        for (const [method, path, body] of [
          ['GET', key, undefined],
          ['PUT', key, { value: '1' }],
          ['POST', `${key}/reset`, undefined],
          ['GET', `${key}/history`, undefined],
        ] as const) {
          expect([key, await refusal(await send(method, `${SETTINGS}/${path}`, body))]).toEqual([key, '404 NotFound'])
        }
      }
      for (const body of [
        {},
        { value: 7 },
        { value: null },
        { value: 'x'.repeat(10_001) },
        { value: '1', changeReason: 7 },
      ]) {
        const answer = await send('PUT', `${SETTINGS}/rate_limit.anonymous_burst`, body)
        expect(await refusal(answer)).toBe('422 UnprocessableEntity')
      }
    })

    test('change together or not at all; keys that are not known are left out', async () => {
      const bulk = (updates: [string, string | null][]) =>
        send('POST', `${SETTINGS}/bulk`, {
          updates: updates.map(([key, value]) => ({ key, value })),
          changeReason: 'at once',
        })
      const bad = await bulk([
        ['scheduler.timezone', 'Europe/Berlin'],
        ['audit.retention_days', '-1'],
      ])
      expect(await refusal(bad)).toBe('400 BadRequest')
      expect((await get('scheduler.timezone')).value).toBe('')
      const twice = await bulk([
        ['audit.retention_days', '1'],
        ['audit.retention_days', '2'],
      ])
      expect(await refusal(twice)).toBe('400 BadRequest')
      const good = await bulk([
        ['scheduler.timezone', 'Europe/Berlin'],
        ['deduplication.enabled', 'true'],
        ['audit.retention_days', '30'],
      ])
      expect(((await good.json()) as SettingDto[]).map(({ key, value }) => [key, value])).toEqual([
        ['scheduler.timezone', 'Europe/Berlin'],
        ['audit.retention_days', '30'],
      ])
      expect((await history('scheduler.timezone'))[0]).toMatchObject({
        newValue: 'Europe/Berlin',
        changeReason: 'at once',
      })
      const resets = await bulk([
        ['scheduler.timezone', null],
        ['audit.retention_days', null],
      ])
      expect(((await resets.json()) as SettingDto[]).map(({ value, origin }) => [value, origin])).toEqual([
        ['', 'default'],
        ['365', 'default'],
      ])
      expect(await refusal(await bulk([['port', null]]))).toBe('400 BadRequest')
      // An empty value takes away what is there by choice only.
      expect((await put('scheduler.timezone', '')).value).toBe('')
      expect(await refusal(await bulk([['audit.retention_days', '']]))).toBe('400 BadRequest')
    })

    test('at set-up are configured or skipped', async () => {
      const patch = async (body: unknown) => (await send('PATCH', '/api/v1/setup/settings', body)).json()
      const settings = { 'application.name': 'Home', unknown: 'x' }
      expect(await patch({ settings, skipConfiguration: true })).toMatchObject({ settingsConfigured: 0 })
      expect((await get('application.name')).value).toBe('Octavo')
      expect(await patch({ settings, skipConfiguration: false })).toMatchObject({ settingsConfigured: 1 })
      expect((await get('application.name')).value).toBe('Home')
    })

    test('and signing in are in the audit log with who it was', async () => {
      await octavo.addUser('ines')
      const { data } = await admin.get<Paginated<AuditEntryDto>>('/api/v1/audit?action=signed_in&q=ines')
      expect(data).toMatchObject([{ user: 'ines', subjectKind: 'user', subjectName: 'ines', address: '127.0.0.1' }])
    })

    test('are for administrators; others see the public ones', async () => {
      await put('scheduler.timezone', 'Asia/Tokyo')
      expect(await reader.get('/api/v1/settings/public')).toEqual({
        'application.name': { key: 'application.name', value: 'Home' },
        'display.custom_metadata_template': { key: 'display.custom_metadata_template', value: '' },
        'komga.enabled': { key: 'komga.enabled', value: 'true' },
        'komga.prefix': { key: 'komga.prefix', value: 'komga' },
        'koreader.enabled': { key: 'koreader.enabled', value: 'true' },
        'scheduler.timezone': { key: 'scheduler.timezone', value: 'Asia/Tokyo' },
      })
      await send('POST', `${SETTINGS}/scheduler.timezone/reset`)
      expect(await reader.get('/api/v1/settings/public')).toMatchObject({ 'scheduler.timezone': { value: 'UTC' } })
      for (const who of [reader, await octavo.addUser('keeper', 'maintainer'), octavo.anonymous]) {
        const status = who === octavo.anonymous ? '401 Unauthorized' : '403 Forbidden'
        for (const [method, path, body] of [
          ['GET', SETTINGS],
          ['GET', `${SETTINGS}/port`],
          ['PUT', `${SETTINGS}/application.name`, { value: 'Mine' }],
          ['POST', `${SETTINGS}/bulk`, { updates: [] }],
          ['GET', `${SETTINGS}/application.name/history`],
          ['POST', `${SETTINGS}/application.name/reset`],
          ['PATCH', '/api/v1/setup/settings', { settings: {}, skipConfiguration: false }],
        ] as const) {
          expect([method, path, await refusal(await send(method, path, body, who))]).toEqual([method, path, status])
        }
      }
      expect(await refusal(await octavo.anonymous.fetch('/api/v1/settings/public'))).toBe('401 Unauthorized')
    })

    test('that limit are in force with the next request', async () => {
      const limit = async () => (await octavo.anonymous.fetch('/api/v1/info')).headers.get('x-ratelimit-limit')
      await put('limits.body_kb', '16')
      const large = { updates: [], changeReason: null, ...{ x: 'x'.repeat(20_000) } }
      expect(await refusal(await send('POST', `${SETTINGS}/bulk`, large))).toBe('413 PayloadTooLarge')
      await send('POST', `${SETTINGS}/limits.body_kb/reset`)
      expect((await send('POST', `${SETTINGS}/bulk`, large)).status).toBe(200)
      expect(await limit()).toBeNull()
    })

    test('open the API to pages of the origins that they name, and to no others', async () => {
      const key = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'web', permissions: ['books-read'] })
      const ask = (origin: string, method = 'GET', headers: Record<string, string> = {}) =>
        octavo.anonymous.fetch('/api/v1/books', { method, headers: { origin, 'x-api-key': key.key, ...headers } })
      const preflight = (origin: string) =>
        ask(origin, 'OPTIONS', {
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'x-api-key',
        })
      const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')
      const app = 'https://app.example.org'
      expect([allowed(await ask(app)), (await preflight(app)).status]).toEqual([null, 405])
      await put('cors.origins', `${app}, http://localhost:3000`)
      const answer = await ask(app)
      expect([answer.status, allowed(answer)]).toEqual([200, app])
      expect(answer.headers.get('vary')).toContain('Origin')
      expect(answer.headers.get('access-control-expose-headers')).toContain('Link')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      const asked = await preflight(app)
      expect([asked.status, allowed(asked)]).toEqual([204, app])
      expect(asked.headers.get('access-control-allow-methods')).toContain('PUT')
      for (const name of ['X-API-Key', 'Authorization', 'Range', 'X-Codex-Device-Id']) {
        expect(asked.headers.get('access-control-allow-headers')).toContain(name)
      }
      expect(allowed(await octavo.anonymous.fetch('/api/v1/books', { headers: { origin: app } }))).toBe(app)
      for (const other of ['https://evil.example', 'https://app.example.org.evil.example', 'null', `${app}:444`]) {
        expect([other, allowed(await ask(other)), (await preflight(other)).status]).toEqual([other, null, 405])
      }
      await put('cors.origins', '*')
      expect(allowed(await ask('https://evil.example'))).toBe('*')
      await send('POST', `${SETTINGS}/cors.origins/reset`)
      expect(allowed(await ask(app))).toBeNull()
    })
  })
}

test('settings that need a restart wait for it, and are marked', async () => {
  const first = await startInhabited({ database: 'sqlite' })
  const path = `${SETTINGS}/parser.book_seconds`
  try {
    const answer = await first.admin.fetch(path, { method: 'PUT', headers: JSON_HEADERS, body: '{"value":"90"}' })
    expect(SettingDto.parse(await answer.json())).toMatchObject({ value: '90', restartPending: true })
    await first.restart()
    expect(await first.admin.get(path)).toMatchObject({ value: '90', restartPending: false, origin: 'changed' })
  } finally {
    await first.stop()
  }
})

test('a change on one server is in force on another within a second', async () => {
  const one = await startInhabited({ database: 'postgres' })
  const env = { OCTAVO_DATABASE_URL: one.databaseUrl ?? '', OCTAVO_RATE_LIMIT_ENABLED: 'true' }
  const other = await startOctavo({ database: 'sqlite', env })
  try {
    const put = (key: string, value: string) =>
      one.admin.fetch(`${SETTINGS}/${key}`, { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify({ value }) })
    const name = async () =>
      (await other.anonymous.get<{ applicationName: string }>('/api/v1/settings/branding')).applicationName
    const limit = async () => (await other.anonymous.fetch('/api/v1/info')).headers.get('x-ratelimit-limit')
    expect(await name()).toBe('Octavo')
    expect(await limit()).toBe('50')
    await put('rate_limit.anonymous_burst', '70')
    await put('application.name', 'Both')
    await until(name, value => value === 'Both')
    expect(await limit()).toBe('70')
  } finally {
    await other.stop()
    await one.stop()
  }
})
