import { expect, test } from 'bun:test'
import { type Check, createHealth, type Finding } from './health'

function check(name: Check['name'], run: () => Promise<Finding>, extra: Partial<Check> = {}): Check {
  return { name, maxAgeMs: 1_000, silent: { status: 'failed', reason: 'silent' }, run, ...extra }
}
const ok = async (): Promise<Finding> => ({ status: 'ok' })

test('a finding is cached for a while, with the time since when something is wrong', async () => {
  const clock = { ms: 5_000 }
  let asked = 0
  let finding: Finding = { status: 'degraded', reason: 'full' }
  const health = createHealth(
    [
      check('disk', async () => {
        asked++
        return finding
      }),
    ],
    () => clock.ms,
  )
  const disk = async () => (await health.findings()).find(({ name }) => name === 'disk')
  expect(await disk()).toEqual({ name: 'disk', status: 'degraded', reason: 'full', since: 5_000 })
  clock.ms += 999
  await disk()
  expect(asked).toBe(1)
  clock.ms += 1
  expect(await disk()).toMatchObject({ since: 5_000 })
  expect(asked).toBe(2)
  finding = { status: 'ok' }
  clock.ms += 1_000
  expect(await disk()).toEqual({ name: 'disk', status: 'ok' })
})

test('a check that hangs counts as failed, and runs once at a time', async () => {
  let asked = 0
  const health = createHealth(
    [
      check('database', () => {
        asked++
        return new Promise(() => undefined)
      }),
      check('queue', ok, { asksDatabase: true }),
    ],
    Date.now,
  )
  const [first, second] = await Promise.all([health.findings(), health.findings()])
  expect(first.map(({ name, status }) => [name, status])).toEqual([
    ['process', 'ok'],
    ['database', 'failed'],
    ['queue', 'degraded'],
  ])
  expect([second.length, asked, await health.database()]).toEqual([3, 1, false])
})

test('a check that throws counts as silent', async () => {
  const health = createHealth([check('storage', () => Promise.reject(new Error('secret words')))], Date.now)
  expect(await health.findings()).toContainEqual({
    name: 'storage',
    status: 'failed',
    reason: 'silent',
    since: expect.any(Number) as number,
  })
})

test('a stopping process is reported as such', async () => {
  const health = createHealth([check('database', ok)], Date.now)
  expect(health.isStopping).toBe(false)
  health.beginToStop()
  expect(health.isStopping).toBe(true)
  expect((await health.findings())[0]).toMatchObject({ name: 'process', status: 'failed' })
})
