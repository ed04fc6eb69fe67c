import { useEffect, useState } from 'react'
import { useFirstCovers } from './opening'

/**
 * How many items of a row are rendered: first those in sight, and all once the first covers of the app are loaded and the
 * browser has nothing else to do.
 */
export function useRestLater(first: number, total: number): number {
  const [isWhole, setIsWhole] = useState(total <= first)
  const mayGoOn = useFirstCovers()
  useEffect(() => {
    if (isWhole || !mayGoOn) return
    let isGone = false
    void nextIdle().then(() => !isGone && setIsWhole(true))
    return () => {
      isGone = true
    }
  }, [isWhole, mayGoOn])
  return isWhole ? total : Math.min(first, total)
}

/** Safari has no idle callbacks. */
const PAUSE_MS = 50
const LATEST_MS = 500
let last: Promise<unknown> = Promise.resolve()

/** One row at a time, so that no step is long. */
function nextIdle(): Promise<unknown> {
  last = last.then(
    () =>
      new Promise<unknown>(resolve => {
        if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: LATEST_MS })
        else setTimeout(resolve, PAUSE_MS)
      }),
  )
  return last
}
