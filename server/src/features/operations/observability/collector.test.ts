import { expect, test } from 'bun:test'
import { createLogger } from '../../../kernel/log'
import { createCollector } from './collector'

test('a batch that the collector does not answer is given up when the process ends', async () => {
  const asked = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      asked.resolve()
      return new Promise<Response>(() => undefined)
    },
  })
  const endpoint = `http://127.0.0.1:${server.port}`
  const collector = createCollector({ endpoint, headers: {} }, createLogger('silent'))
  const sent = collector.send('traces', '{}')
  await asked.promise
  collector.end(0)
  expect(await sent).toBe(false)
  expect(await collector.send('metrics', '{}')).toBe(false)
  await server.stop(true)
})
