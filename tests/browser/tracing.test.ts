// Traces of the web app, which a collector gets through the server.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openScreen } from '../kit/browser'
import { until } from '../kit/client'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { DESKTOP } from './reading-room'

setDefaultTimeout(60_000)

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
}
interface Traces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

const spans: Span[] = []
let octavo: Octavo
let browser: Browser
let collector: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  collector = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname === '/v1/traces') {
        const { resourceSpans } = (await request.json()) as Traces
        for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      return new Response('{}')
    },
  })
  const env = {
    OCTAVO_OBSERVABILITY_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    OCTAVO_OBSERVABILITY_BROWSER: 'true',
    OCTAVO_OBSERVABILITY_BROWSER_PERCENT: '100',
  }
  ;[browser, octavo] = await Promise.all([openBrowser(), startOctavo({ database: 'sqlite', env })])
  await octavo.signInAsAdmin()
})
afterAll(async () => {
  await browser?.close()
  await octavo?.stop()
  await collector?.stop(true)
})

test('a page, its calls and their requests on the server are one trace', async () => {
  const screen = await openScreen(browser, octavo.url, DESKTOP)
  const shown = screen.page
  await shown.goto('/sign-in')
  await shown.getByLabel('User name or e-mail').fill(ADMIN.username)
  await shown.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  const configured = shown.waitForResponse(
    answer => answer.ok() && answer.url().endsWith('/api/v1/observability/config'),
  )
  await shown.keyboard.press('Enter')
  await configured
  await shown.getByRole('link', { name: 'Statistics' }).first().click()
  const [page, call, request] = await until(
    async () => {
      const page = spans.find(span => span.name === 'page /statistics')
      const calls = spans.filter(span => span.parentSpanId === page?.spanId && page !== undefined)
      const call = calls.find(each => spans.some(span => span.parentSpanId === each.spanId))
      return [page, call, spans.find(span => span.parentSpanId === call?.spanId && call !== undefined)] as const
    },
    found => found.every(span => span !== undefined),
  )
  expect(call?.name).toMatch(/^GET \/api\/v1\//)
  expect(request?.name).toBe(String(call?.name))
  expect(new Set([page?.traceId, call?.traceId, request?.traceId]).size).toBe(1)
  await screen.close()
})
