import { belowBase } from '../api/base-path'
import { queryClient } from '../api/query-client'
import { ownScript } from '../routes/new-version'
import type { ToWorker } from './device-caches'

/** What makes the app installable, and opens it without a network. */
export function install(): void {
  linkManifest()
  // Without a worker, everything except reading offline works.
  if ('serviceWorker' in navigator && import.meta.env.PROD) void registerWorker().catch(() => undefined)
}

/** Browsers fetch the manifest and its icons at once, so it is not in the page. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = belowBase('/manifest.webmanifest')
  document.head.append(link)
}

async function registerWorker(): Promise<void> {
  if (!navigator.serviceWorker.controller) {
    // What was requested without the worker is not stored: it is requested again when it is next shown, not all at once.
    const repeat = () => void queryClient.invalidateQueries({ refetchType: 'none' })
    navigator.serviceWorker.addEventListener('controllerchange', repeat, { once: true })
  }
  const registration = await navigator.serviceWorker.register(belowBase('/sw.js'), { updateViaCache: 'none' })
  // A waiting worker was installed while pages of the previous version were open. If this page is new, it takes over.
  const takeOver: ToWorker = { kind: 'take-over', script: ownScript }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && worker.postMessage(takeOver))
  registration.waiting?.postMessage(takeOver)
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}
