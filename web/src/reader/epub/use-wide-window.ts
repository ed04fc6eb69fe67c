import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-aspect-ratio: 11/10) and (min-width: 700px)')

/** Whether two pages fit next to each other. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(
    listener => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
