import { expect, test } from 'bun:test'
import { createMetrics } from './metrics'

test('requests are counted by route in growing buckets, unknown methods under one name', async () => {
  const metrics = createMetrics('1.2.3')
  const request = { method: 'GET', route: '/books/{id}', status: 200, userId: null }
  for (const ms of [0.5, 1, 3, 20_000]) metrics.answered({ ...request, ms })
  for (const method of ['PROPFIND', 'BREW']) metrics.answered({ ...request, method, status: 405, ms: 1 })
  const lines = (await metrics.text()).split('\n').filter(line => line.startsWith('octavo_http_request'))
  const of = (part: string) =>
    lines
      .find(line => line.includes(part))
      ?.split(' ')
      .at(-1)
  expect(of('_bucket{method="GET",route="/books/{id}",status="200",le="0.001"}')).toBe('2')
  expect(of('_bucket{method="GET",route="/books/{id}",status="200",le="0.005"}')).toBe('3')
  expect(of('_bucket{method="GET",route="/books/{id}",status="200",le="10"}')).toBe('3')
  expect(of('_bucket{method="GET",route="/books/{id}",status="200",le="+Inf"}')).toBe('4')
  expect(of('_count{method="GET",route="/books/{id}",status="200"}')).toBe('4')
  expect(of('_sum{method="GET",route="/books/{id}",status="200"}')).toBe('20.0045')
  expect(of('_count{method="other",route="/books/{id}",status="405"}')).toBe('2')
})

test('an unavailable value is omitted, and the others stay', async () => {
  const metrics = createMetrics('1.2.3')
  metrics.observe('broken', 'x', 'gauge', () => Promise.reject(new Error('away')))
  metrics.observe('whole', 'x', 'counter', () => [{ labels: { kind: 'a' }, value: 3 }])
  await metrics.text()
  const text = await metrics.text()
  expect(text).toContain('octavo_info{version="1.2.3"} 1')
  expect(text).toContain('whole{kind="a"} 3')
  expect(text).not.toMatch(/^broken /m)
})

test('a handler is timed by its outcome, and its answer is returned', async () => {
  const metrics = createMetrics('1.2.3')
  const context = (aborted: boolean) =>
    ({ task: { id: 't' }, signal: aborted ? AbortSignal.abort(new Error('x')) : new AbortController().signal }) as never
  const { good, bad } = metrics.instrument({
    good: { run: async () => ({ done: 1 }) },
    bad: { run: () => Promise.reject(new Error('no')) },
  })
  expect(await good?.run(context(false))).toEqual({ done: 1 })
  await expect(bad?.run(context(true)) ?? null).rejects.toThrow('no')
  const text = await metrics.text()
  expect(text).toContain('octavo_task_duration_seconds_count{type="good",outcome="completed"} 1')
  expect(text).toContain('octavo_task_duration_seconds_count{type="bad",outcome="failed"} 1')
})
