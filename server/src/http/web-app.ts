import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { errorResponse } from './errors'
import type { HttpEnv } from './identity'

/** The app's pages run our own scripts only; book content lives in frames of its own (opaque origin). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self' blob: data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Where the built app says what it is called: the server's own name takes the place. */
const NAMED: ReadonlyMap<string, (text: string, name: string) => string> = new Map([
  [
    'index.html',
    (text, name) =>
      text
        .replace(/(?<=<title>)[^<]*/, () => Bun.escapeHTML(name))
        .replace(/(?<=<meta name="application-name" content=")[^"]*/, () => Bun.escapeHTML(name)),
  ],
  [
    'manifest.webmanifest',
    (text, name) => JSON.stringify({ ...(JSON.parse(text) as object), name, short_name: name }, null, 2),
  ],
])

const COMPRESSED_TYPES = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer> | null
  readonly mediaType: string
  readonly etag: string
}

/**
 * Serves the built web app: its files by name, `index.html` for every other page address.
 * Without a build it answers in words. `serverName` is asked for each request that shows it. Returns the paths it
 * answers, which no contract route declares.
 */
export function serveWebApp(app: Hono<HttpEnv>, folder: string, serverName: () => string): ReadonlySet<string> {
  const names = new Set(listFiles(folder))
  const assets = new Map<string, { readonly calledName: string | null; readonly asset: Promise<Asset> }>()
  const asset = (name: string) => {
    const put = NAMED.get(name)
    const calledName = put ? serverName() : null
    let kept = assets.get(name)
    if (!kept || kept.calledName !== calledName) {
      const change = put && calledName !== null ? (text: string) => put(text, calledName) : null
      kept = { calledName, asset: loadAsset(join(folder, name), change) }
      assets.set(name, kept)
    }
    return kept.asset
  }

  app.get('*', async context => {
    const path = context.req.path.slice(1)
    const name = names.has(path) ? path : 'index.html'
    if (!names.has(name)) {
      return errorResponse(
        'ServiceUnavailable',
        'The web app is not built. Run "npm run build", or start with "npm start".',
      )
    }
    if (name === 'index.html' && looksLikeFile(path))
      return errorResponse('NotFound', 'There is nothing at this address')
    const { body, gzip, mediaType, etag } = await asset(name)
    const headers: Record<string, string> = {
      'Content-Type': mediaType,
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      // Built files carry a hash in their names.
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    if (gzip && context.req.header('accept-encoding')?.includes('gzip')) {
      return new Response(gzip, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
    }
    return new Response(body, { headers })
  })
  return new Set(['GET /*'])
}

async function loadAsset(file: string, change: ((text: string) => string) | null): Promise<Asset> {
  const source = Bun.file(file)
  const body = change
    ? new TextEncoder().encode(change(await source.text()))
    : new Uint8Array(await source.arrayBuffer())
  const mediaType = source.type
  const gzip = COMPRESSED_TYPES.test(mediaType) ? new Uint8Array(gzipSync(body)) : null
  return { body, gzip, mediaType, etag: `"${Bun.hash(body).toString(36)}"` }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(folder, join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
}

/** `/assets/x.js` that is not there is missing; `/series/abc` is a page of the app. */
function looksLikeFile(path: string): boolean {
  return path.startsWith('assets/') || /\.(js|css|map|png|svg|ico|json|webmanifest|woff2?)$/.test(path)
}
