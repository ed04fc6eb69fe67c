import { useEffect, useState } from 'react'
import { useFirstCovers } from './opening'

/** Rendering these takes a slow phone about 50 ms. */
const STEP = 6

/**
 * How many items of a row are rendered: first those in sight, then some more whenever the browser has nothing else to do,
 * once the first covers of the app are loaded.
 */
export function useRestLater(first: number, total: number): number {
  const [drawn, setDrawn] = useState(first)
  const mayGoOn = useFirstCovers()
  const isWhole = drawn >= total
  useEffect(() => {
    if (isWhole || !mayGoOn) return
    let isGone = false
    void nextIdle().then(() => !isGone && setDrawn(drawn + STEP))
    return () => {
      isGone = true
    }
  }, [isWhole, mayGoOn, drawn])
  return Math.min(drawn, total)
}

/** Safari has no idle callbacks. */
const PAUSE_MS = 50
const LATEST_MS = 500
let last: Promise<unknown> = Promise.resolve()

/** One row at a time. */
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
