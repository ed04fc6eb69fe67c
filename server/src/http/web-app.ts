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

const COMPRESSED_TYPES = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer> | null
  readonly mediaType: string
  readonly etag: string
}

/**
 * Serves the built web app: its files by name, `index.html` for every other page address.
 * Without a build it answers in words. Returns the paths it answers, which no contract route declares.
 */
export function serveWebApp(app: Hono<HttpEnv>, folder: string): ReadonlySet<string> {
  const names = new Set(listFiles(folder))
  const assets = new Map<string, Promise<Asset>>()
  const asset = (name: string) => {
    let loading = assets.get(name)
    if (!loading) {
      loading = loadAsset(join(folder, name))
      assets.set(name, loading)
    }
    return loading
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

async function loadAsset(file: string): Promise<Asset> {
  const source = Bun.file(file)
  const body = new Uint8Array(await source.arrayBuffer())
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
