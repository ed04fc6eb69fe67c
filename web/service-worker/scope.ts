declare const self: ServiceWorkerGlobalScope

export const worker = self

/** Path below which the server is reached, such as `/octavo`, or nothing. */
export const basePath = new URL(worker.registration.scope).pathname.replace(/\/$/, '')

/** The path of an address of this server as the contract has it; null for another host's. */
export function ownPath({ origin, pathname }: URL): string | null {
  return origin === worker.location.origin && pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length)
    : null
}
