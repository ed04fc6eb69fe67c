import { CacheExpiration } from 'workbox-expiration'
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { isGatewayError } from '../src/device/gateway-error'
import { answered, silent } from './line'
import { ownPath } from './scope'

/** Files of the app; the build writes them into the worker. */
declare const SHELL: readonly { readonly url: string; readonly revision: string | null }[]
/** The entry script of this version's page. */
declare const ENTRY: string

const FILES = SHELL

const PAGE = 'index.html'
const PATIENCE_MS = 4000
/** Rarely used parts are stored when they are first opened. */
const PARTS = 'octavo-parts'
const parts = new CacheExpiration(PARTS, { maxEntries: 500, maxAgeSeconds: 90 * 24 * 60 * 60 })

export function installShell(): void {
  addPlugins([
    { cacheWillUpdate: async ({ request, response }) => ((await isOwn(request, response)) ? response : null) },
  ])
  precacheAndRoute([...FILES], {
    directoryIndex: '',
    cleanURLs: false,
    ignoreURLParametersMatching: [],
  })
  cleanupOutdatedCaches()
}

/** Whether a page with this script is of the worker's own version. */
export const isOwnVersion = (script: string) => FILES.some(({ url }) => script.endsWith(`/${url}`))

/** App pages only: no downloads, no requests of other programs. */
export function isAppPage(request: Request): boolean {
  if (request.mode !== 'navigate') return false
  const path = ownPath(new URL(request.url))
  return path !== null && !/^\/(?:api|opds|epub|health|metrics|komga|koreader|assets)(?:\/|$)|\.\w{2,5}$/.test(path)
}

/**
 * A page from the server, so that it always matches the server's version; offline, the shell of this version, whose
 * parts are all on the device.
 */
export async function answerPageOfApp(request: Request): Promise<Response> {
  const asked = fetch(request)
  const late = new Promise<null>(resolve => setTimeout(() => resolve(null), PATIENCE_MS))
  const answer = await Promise.race([asked, late]).catch(() => null)
  if (answer && !isGatewayError(answer)) {
    answered()
    return answer
  }
  silent()
  return (await matchPrecache(PAGE)) ?? answer ?? asked
}

/** A file whose name changes with its content. */
export async function answerPart(request: Request): Promise<Response> {
  const known = await caches.match(request, { cacheName: PARTS })
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) {
    const copy = answer.clone()
    try {
      await (await caches.open(PARTS)).put(request, copy)
      await parts.updateTimestamp(request.url)
      await parts.expireEntries()
    } catch {
      // The device is full.
    }
  }
  return answer
}

/** The page and its scripts must be of one version: the server may be updated during this installation. */
async function isOwn(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  return !new URL(request.url).pathname.endsWith(`/${PAGE}`) || (await response.clone().text()).includes(ENTRY)
}
