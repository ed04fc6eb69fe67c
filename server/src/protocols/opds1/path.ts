import { withoutTrailingSlashes } from '../../http/trailing-slashes'

/** How a request finds its route: below `/opds`, an address may end with a slash, as people type it. */
export function opdsPath(pathOf: (request: Request) => string): (request: Request) => string {
  return request => {
    const path = pathOf(request)
    return path.endsWith('/') && path.startsWith('/opds/') ? withoutTrailingSlashes(path) : path
  }
}
