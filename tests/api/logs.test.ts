// The log file, its level at run time, and the trace id of a request in all its lines.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { JSON_HEADERS } from './catalogue'
import { type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

// The example of https://www.w3.org/TR/trace-context/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('the log file', () => {
  const folder = temporaryFolder('logs')
  const path = join(folder.path, 'logs', 'octavo.log')
  let octavo: Inhabited

  beforeAll(async () => {
    octavo = await startInhabited({ database: 'sqlite', env: { OCTAVO_LOG_FILE: path } })
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  const lines = () =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  const setting = (key: string, value: string) =>
    octavo.admin.fetch(`/api/v1/admin/settings/${key}`, {
      method: 'PUT',
      headers: JSON_HEADERS,
      body: JSON.stringify({ value }),
    })
  const info = (headers: Record<string, string> = {}) => octavo.admin.fetch('/api/v1/info', { headers })

  test('has the trace id of a request, which is sent back', async () => {
    expect((await setting('log.level', 'debug')).status).toBe(200)
    const response = await info({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'x-request-id': 'mine' })
    expect(response.headers.get('trace-id')).toBe(TRACE)
    const line = await until(
      async () => lines().find(({ requestId }) => requestId === 'mine'),
      found => found !== undefined,
    )
    expect(line).toMatchObject({ traceId: TRACE, msg: 'request', route: '/api/v1/info' })
  })

  test('each request without a trace gets one of its own', async () => {
    const ids = [await info(), await info({ traceparent: 'nonsense' })].map(({ headers }) => headers.get('trace-id'))
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(2)
  })

  test('the level takes effect at once', async () => {
    expect((await setting('log.level', 'warn')).status).toBe(200)
    await info({ 'x-request-id': 'quiet' })
    expect((await setting('log.level', 'debug')).status).toBe(200)
    await info({ 'x-request-id': 'loud' })
    const found = await until(
      async () => lines(),
      all => all.some(({ requestId }) => requestId === 'loud'),
    )
    expect(found.some(({ requestId }) => requestId === 'quiet')).toBe(false)
  })

  test('ends with the reason of the stop', async () => {
    await octavo.stop()
    const last = lines().slice(-2)
    expect(last).toMatchObject([{ msg: 'stopping', reason: 'SIGTERM' }, { msg: 'stopped' }])
  })
})
