import { belowBase } from '../api/base-path'
import { ownScript } from '../routes/new-version'
import type { ToWorker } from './device-caches'

/** Lets the page render first. */
const PAUSE_MS = 2500

/** The service worker opens the app without a network. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  setTimeout(() => {
    void register().catch(ignore)
  }, PAUSE_MS)
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(belowBase('/sw.js'), { updateViaCache: 'none' })
  // A waiting worker was installed while pages of the previous version were open. If this page is new, it takes over.
  const takeOver: ToWorker = { kind: 'take-over', script: ownScript }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && worker.postMessage(takeOver))
  registration.waiting?.postMessage(takeOver)
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

/** Without one, everything except reading offline works. */
function ignore(): void {}
