import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { bytesAnswer } from './bytes-answer'
import { errorResponse } from './errors'
import { matchesEtag, notModified } from './etag'
import type { HttpEnv } from './identity'
import { accepts } from './packed'

/** The app's pages run our own scripts only; book content is in separate frames with an opaque origin. */
const POLICY = [
  "default-src 'self'",
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
]

/** The only inline script: in the frames of chapters of downloaded books. */
const FRAME_SCRIPT = /^assets\/bridge-[\w-]+\.js$/

function policyOf(folder: string, names: ReadonlySet<string>): string {
  const scripts = [...names].filter(name => FRAME_SCRIPT.test(name))
  const hashes = scripts.map(
    name =>
      `'sha256-${createHash('sha256')
        .update(bytesOf(join(folder, name)).body)
        .digest('base64')}'`,
  )
  return [...POLICY, ["script-src 'self'", ...hashes].join(' ')].join('; ')
}

/** What the server writes into the built app. */
interface PageFacts {
  readonly name: string
  /** The base path set by a reverse proxy, without a trailing slash. */
  readonly path: string
  /** Whether it accepts traces of browsers. */
  readonly isTracing: boolean
}

const NAMED: ReadonlyMap<string, (text: string, facts: PageFacts) => string> = new Map([
  [
    'index.html',
    (text, { name, path, isTracing }) =>
      text
        // Pages can be at any depth, so relative asset paths would not resolve.
        .replaceAll(/(?<= (?:href|src)=")\.\//g, () => `${Bun.escapeHTML(path)}/`)
        .replace(/(?<=<meta name="base-path" content=")[^"]*/, () => Bun.escapeHTML(path))
        .replace(/(?<=<meta name="browser-tracing" content=")[^"]*/, isTracing ? 'on' : 'off')
        .replace(/(?<=<title>)[^<]*/, () => Bun.escapeHTML(name))
        .replace(/(?<=<meta name="application-name" content=")[^"]*/, () => Bun.escapeHTML(name)),
  ],
  [
    'manifest.webmanifest',
    (text, { name }) => JSON.stringify({ ...(JSON.parse(text) as object), name, short_name: name }, null, 2),
  ],
])

/** Of files that the build has compressed; they are sent as the original. */
const BROTLI = '.br'
const COMPRESSED_TYPES = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer> | null
  /** Compressed by the build. */
  readonly brotli: Uint8Array<ArrayBuffer> | null
  readonly mediaType: string
  readonly etag: string
}

/**
 * Serves the built web app: its files by name, `index.html` for every other page address. Picks up a new build while
 * the server runs. Without a build it explains that. `serverName` is called for each request that shows it. Returns its
 * paths, which no contract route declares.
 */
export function serveWebApp(
  app: Hono<HttpEnv>,
  folder: string,
  serverName: () => string,
  { path = '', isTracing = false }: Partial<Omit<PageFacts, 'name'>> = {},
): ReadonlySet<string> {
  let names = new Set(listFiles(folder))
  let policy = policyOf(folder, names)
  let build: string | null | undefined
  const assets = new Map<string, { readonly calledName: string | null; readonly asset: Promise<Asset> }>()
  const asset = (name: string) => {
    const put = NAMED.get(name)
    const calledName = put ? serverName() : null
    let cached = assets.get(name)
    if (!cached || cached.calledName !== calledName) {
      const change =
        put && calledName !== null ? (text: string) => put(text, { name: calledName, path, isTracing }) : null
      cached = { calledName, asset: loadAsset(join(folder, name), change) }
      assets.set(name, cached)
    }
    return cached.asset
  }
  /** Only pages and unknown names are checked on disk. */
  const lookForBuild = async () => {
    const now = await buildIn(folder)
    // While a build is being written there is no page: the last one is used.
    if (now === null || now === build) return
    build = now
    names = new Set(listFiles(folder))
    policy = policyOf(folder, names)
    assets.clear()
  }

  app.get('*', async context => {
    const path = context.req.path.slice(1)
    if (!names.has(path) || path === 'index.html') await lookForBuild()
    const name = names.has(path) ? path : 'index.html'
    if (!names.has(name)) {
      return errorResponse(
        'ServiceUnavailable',
        'The web app is not built. Run "npm run build", or start with "./octavo serve".',
      )
    }
    if (name === 'index.html' && looksLikeFile(path)) return nothingHere()
    const found = await asset(name).catch(() => null)
    if (!found) {
      assets.delete(name)
      return nothingHere()
    }
    const { body, gzip, brotli, mediaType, etag } = found
    const headers: Record<string, string> = {
      'Content-Type': mediaType,
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': policy,
      // Built files have a hash in their names.
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    if (matchesEtag(context.req.raw, etag)) return notModified(headers)
    const accepted = context.req.header('accept-encoding')
    if (brotli && accepts('br', accepted)) return bytesAnswer(brotli, { ...headers, 'Content-Encoding': 'br' })
    if (gzip && accepts('gzip', accepted)) {
      return bytesAnswer(gzip, { ...headers, 'Content-Encoding': 'gzip' })
    }
    return bytesAnswer(body, headers)
  })
  return new Set(['GET /*'])
}

const nothingHere = () => errorResponse('NotFound', 'There is nothing at this address')

/** Changes with the build, and when files are added; null without one. */
async function buildIn(folder: string): Promise<string | null> {
  try {
    const found = await Promise.all(['index.html', 'assets'].map(name => stat(join(folder, name))))
    return found.map(({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join()).join(' ')
  } catch {
    return null
  }
}

async function loadAsset(file: string, change: ((text: string) => string) | null): Promise<Asset> {
  const stored = bytesOf(file)
  const body = change ? new TextEncoder().encode(change(new TextDecoder().decode(stored.body))) : stored.body
  const mediaType = Bun.file(file).type
  const gzip = COMPRESSED_TYPES.test(mediaType) ? new Uint8Array(gzipSync(body)) : null
  const brotli = change ? null : stored.brotli
  return { body, gzip, brotli, mediaType, etag: `W/"${Bun.hash(body).toString(36)}"` }
}

/** A package has compressed files alone, to be smaller. */
function bytesOf(file: string): Pick<Asset, 'body' | 'brotli'> {
  const compressed = `${file}${BROTLI}`
  const brotli = existsSync(compressed) ? new Uint8Array(readFileSync(compressed)) : null
  if (brotli === null || existsSync(file)) return { body: new Uint8Array(readFileSync(file)), brotli }
  return { body: new Uint8Array(brotliDecompressSync(brotli)), brotli }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .map(name => (name.endsWith(BROTLI) ? name.slice(0, -BROTLI.length) : name))
  } catch {
    return []
  }
}

/** A missing `/assets/x.js` is a 404; `/series/abc` is a page of the app. */
function looksLikeFile(path: string): boolean {
  return path.startsWith('assets/') || /\.(js|css|map|png|svg|ico|json|webmanifest|woff2?)$/.test(path)
}
