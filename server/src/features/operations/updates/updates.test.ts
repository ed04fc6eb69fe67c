import { afterAll, expect, test } from 'bun:test'
import { createLogger } from '../../../kernel/log'
import { createUpdates, newest } from './updates'

const log = createLogger('silent')
const answers: { body: string; status: number } = { body: '[]', status: 200 }
const asked: Headers[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    asked.push(new Headers(request.headers))
    return new Response(answers.body, { status: answers.status })
  },
})
afterAll(() => server.stop(true))
const at = `http://127.0.0.1:${server.port}/releases.json`

test('the newest release is the highest version that is not a pre-release', () => {
  const release = (tag_name: string, more = {}) => ({ tag_name, ...more })
  expect(
    newest([
      release('v1.9.0', { html_url: 'https://example.org/1.9.0' }),
      release('v1.10.0', { html_url: 'https://example.org/1.10.0' }),
      release('v2.0.0', { prerelease: true }),
      release('v3.0.0', { draft: true }),
      release('v4.0.0-rc.1'),
      release('nightly'),
      release('x'.repeat(1_000)),
    ]),
  ).toEqual({ version: '1.10.0', url: 'https://example.org/1.10.0' })
  expect(newest(release('1.2.3', { html_url: 'javascript:alert(1)' }))).toEqual({ version: '1.2.3', url: null })
  expect(newest([release('v99999999999999999999.0.0'), release('v1.2.3')])?.version).toBe('1.2.3')
  expect(newest([])).toBeNull()
  expect(() => newest({ message: 'Not Found' })).toThrow()
})

test('is fetched from the set address, without data about this server', async () => {
  const updates = createUpdates({ url: at, log })
  answers.body = '[{"tag_name":"v1.2.3","html_url":"https://example.org/1.2.3"}]'
  await updates.check()
  expect(updates.last.latest).toEqual({ version: '1.2.3', url: 'https://example.org/1.2.3' })
  expect(asked[0]?.get('user-agent')).toBe('Octavo')
  expect(asked[0]?.get('cookie')).toBeNull()
  updates.stop()
})

test('an unreadable list of releases changes nothing', async () => {
  const updates = createUpdates({ url: at, log })
  answers.body = '[{"tag_name":"v1.2.3"}]'
  await updates.check()
  for (const [body, status] of [
    ['<html>', 200],
    ['[]', 500],
    [`"${'x'.repeat(3 * 1024 ** 2)}"`, 200],
  ] as const) {
    Object.assign(answers, { body, status })
    await updates.check()
    expect(updates.last.latest?.version).toBe('1.2.3')
  }
  updates.stop()
})

test('without an address nothing is fetched', async () => {
  const before = asked.length
  const updates = createUpdates({ url: null, log })
  await updates.check()
  expect([updates.enabled, updates.last.latest, asked.length]).toEqual([false, null, before])
  updates.stop()
})
