declare const self: ServiceWorkerGlobalScope

export const worker = self

/** Base path of the server, such as `/octavo`, or empty. */
export const basePath = new URL(worker.registration.scope).pathname.replace(/\/$/, '')

/** The contract path of an address on this server; null for another host. */
export function ownPath({ origin, pathname }: URL): string | null {
  return origin === worker.location.origin && pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length)
    : null
}
