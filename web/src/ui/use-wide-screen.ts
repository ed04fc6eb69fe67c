import { useSyncExternalStore } from 'react'

/** Whether the navigation is next to the page, not below it; as in the style sheets. */
export const useWideScreen = widerThan('48em')

/** Whether a menu fits next to a page, besides the navigation. */
export const useRoomForMenu = widerThan('75em')

/** Whether a panel fits next to a list. */
export const useRoomForPanel = widerThan('72em')

function widerThan(width: string): () => boolean {
  const query = matchMedia(`(min-width: ${width})`)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
