import { belowBase } from '../api/base-path'

/** The entry script of this page; its name changes with every build. */
export const ownScript = new URL(import.meta.url).pathname

/**
 * A page open during an update requests parts that the new version does not have: it is reloaded in place. A part
 * missing for another reason (offline) is an ordinary error.
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
