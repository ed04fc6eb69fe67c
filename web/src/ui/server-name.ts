import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** The server writes it into the page, so that it is there with the first paint. */
let name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Octavo'

/** The name of this server. */
export function useServerName(): string {
  return useSyncExternalStore(subscribe, () => name)
}

/** Updates the name without reloading the page. */
export function showServerName(next: string): void {
  name = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
