import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 48em)')

/** Whether the navigation is next to the page, not below it; as in the style sheets. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
