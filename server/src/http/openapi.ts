import type { Hono } from 'hono'
import type { HttpEnv } from './identity'

const PAGE = '/api/docs'
const DOCUMENT = '/api/docs/openapi.json'
const SCRIPT = '/api/docs/scalar.js'

/**
 * The contract's document and Scalar to read it, both served locally. Returns its paths. Both are loaded on demand:
 * Scalar alone would take a third of the start time. `path` is the base path set by a reverse proxy, without a trailing
 * slash.
 */
export function serveApiDocs(app: Hono<HttpEnv>, version: string, path = ''): ReadonlySet<string> {
  let script: Promise<string> | undefined
  app.get(DOCUMENT, async context => {
    const { openApiDocument } = await import('@octavo/contract/openapi')
    const document = openApiDocument(version)
    return context.json(path === '' ? document : { ...document, servers: [{ url: path }] })
  })
  app.get(SCRIPT, async () => {
    script ??= scalarScript()
    return new Response(await script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
  })
  app.get(PAGE, async () => {
    const { renderApiReference } = await import('@scalar/client-side-rendering')
    const nonce = crypto.randomUUID()
    const html = renderApiReference({
      pageTitle: 'Octavo API',
      cdn: path + SCRIPT,
      nonce,
      config: {
        url: path + DOCUMENT,
        favicon: `${path}/icon.svg`,
        withDefaultFonts: false,
        telemetry: false,
        // Scalar features that would send the document to external services.
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    })
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'`,
      },
    })
  })
  return new Set([`GET ${PAGE}`, `GET ${DOCUMENT}`, `GET ${SCRIPT}`])
}

/**
 * Scalar's browser bundle. Only its Fastify package contains the bundle without some 300 dependencies, and serves it by
 * a route that it registers: so a fake server collects that route.
 */
async function scalarScript(): Promise<string> {
  const { default: scalarPlugin } = await import('@scalar/fastify-api-reference')
  let script: unknown
  const registrar = {
    log: { warn: () => undefined },
    hasPlugin: () => false,
    initialConfig: { ignoreTrailingSlash: true },
    route({ url, handler }: { url: string; handler: (request: unknown, reply: unknown) => unknown }) {
      if (url.endsWith('.js')) handler({}, { header: () => ({ send: (body: unknown) => (script = body) }) })
    },
  }
  const plugin = scalarPlugin as (server: typeof registrar, options: object, done: () => void) => void
  plugin(registrar, { routePrefix: PAGE, configuration: { url: DOCUMENT } }, () => undefined)
  if (typeof script !== 'string') throw new Error("Scalar's bundle is not where its package had it")
  return script
}
