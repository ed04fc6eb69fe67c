import { belowBase } from '../api/base-path'

/** Browsers fetch the manifest and its icons at once, which would compete with the page. */
const PAUSE_MS = 2500

/** The manifest makes the app installable. */
export function linkManifest(): void {
  setTimeout(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = belowBase('/manifest.webmanifest')
    document.head.append(link)
  }, PAUSE_MS)
}
