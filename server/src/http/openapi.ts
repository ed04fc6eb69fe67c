import { join } from 'node:path'
import type { Hono } from 'hono'
import type { HttpEnv } from './identity'
import { accepts } from './packed'

const PAGE = '/api/docs'
const DOCUMENT = '/api/docs/openapi.json'
const SCRIPT = '/api/docs/scalar.js'
/** A package has Scalar compressed, next to the built server. */
const COMPRESSED_SCRIPT = join(import.meta.dir, 'scalar.js.gz')

/**
 * The contract's document and Scalar to read it, both served locally. Returns its paths. Both are loaded on demand:
 * Scalar alone would take a third of the start time. `path` is the base path set by a reverse proxy, without a trailing
 * slash.
 */
export function serveApiDocs(app: Hono<HttpEnv>, version: string, path = ''): ReadonlySet<string> {
  app.get(DOCUMENT, async context => {
    const { openApiDocument } = await import('@octavo/contract/openapi')
    const document = openApiDocument(version)
    return context.json(path === '' ? document : { ...document, servers: [{ url: path }] })
  })
  app.get(SCRIPT, async context => {
    const headers = { 'Content-Type': 'text/javascript; charset=utf-8', Vary: 'Accept-Encoding' }
    const compressed = Bun.file(COMPRESSED_SCRIPT)
    if (!(await compressed.exists())) {
      const { scalarScript } = await import('./scalar-script')
      return new Response(scalarScript(), { headers })
    }
    if (accepts('gzip', context.req.header('accept-encoding')))
      return new Response(compressed, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
    return new Response(compressed.stream().pipeThrough(new DecompressionStream('gzip')), { headers })
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
