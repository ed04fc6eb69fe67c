import { belowBase } from '../api/base-path'

/** The script that this page was opened with; its name changes with every build. */
export const ownScript = new URL(import.meta.url).pathname

/**
 * A page that stays open while the server is updated asks for parts that the new version does not have: it is opened
 * again, where it is. A part that is missing for another reason (no network) is an error like any other.
 */
export function followVersions(): void {
  window.addEventListener('vite:preloadError', () => {
    void hasNewVersion().then(isNew => isNew && location.reload())
  })
}

async function hasNewVersion(): Promise<boolean> {
  try {
    const page = await fetch(belowBase('/'), { cache: 'no-store', headers: { Accept: 'text/html' } })
    return page.ok && !(await page.text()).includes(ownScript)
  } catch {
    return false
  }
}
