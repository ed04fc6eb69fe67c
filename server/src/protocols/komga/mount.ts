import { getPath } from 'hono/utils/url'
import { PREFIX_MOUNT } from '../../http/bind'
import { withoutTrailingSlashes } from '../../http/trailing-slashes'

/** Path where the routes are bound; in addresses the configured prefix replaces it. */
export const KOMGA_MOUNT = PREFIX_MOUNT
/** Nothing is bound here: used if the API is disabled, or has another prefix. */
const NOWHERE = `${KOMGA_MOUNT}/-`

export interface KomgaSwitch {
  readonly enabled: boolean
  readonly prefix: string
}

/** Routes that only `/api/v2` has; all others exist in both versions. */
const OF_V2 = /^\/api\/v2\/(authors(\/|$)|series\/[^/]+\/read-progress\/tachiyomi$)/

/** The path by which a request finds its route. */
export function komgaPath(now: () => KomgaSwitch): (request: Request) => string {
  return request => {
    const path = getPath(request)
    const end = path.indexOf('/', 1)
    const first = path.slice(1, end < 0 ? undefined : end)
    const { enabled, prefix } = now()
    if (first !== prefix && first !== KOMGA_MOUNT.slice(1)) return path
    if (!enabled || first !== prefix) return NOWHERE
    // Older versions of Paperback send a trailing slash.
    const rest = withoutTrailingSlashes(path.slice(1 + first.length))
    return `${KOMGA_MOUNT}${OF_V2.test(rest) ? rest : rest.replace(/^\/api\/v2\//, '/api/v1/')}`
  }
}
