import type { Hono } from 'hono'
import type { HttpEnv } from './identity'

const PAGE = '/api/docs'
const DOCUMENT = '/api/docs/openapi.json'
const SCRIPT = '/api/docs/scalar.js'

/**
 * The contract's document and Scalar to read it with, all from this server. Returns the paths it answers.
 * Both are loaded when somebody asks: Scalar alone would take a third of the time that the server needs to start.
 * `path` is the one below which a reverse proxy has put the server, without a slash at its end.
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
        // What would send the document to services elsewhere.
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
 * Scalar's browser bundle. Of its packages only the one for Fastify carries the bundle without some 300
 * dependencies, and hands it out through the route it registers: so a server that only takes routes stands in.
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
