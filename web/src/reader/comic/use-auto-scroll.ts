import { type RefObject, useEffect, useRef } from 'react'

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly on: boolean
  /** Pixels a second. */
  readonly speed: number
  /** At the end of the strip, and when the reader scrolls manually. */
  readonly onStop: () => void
}

/** Longer steps mean that the tab was suspended. */
const LONGEST_STEP_MS = 100

/** Scrolls the strip automatically until the reader scrolls manually. */
export function useAutoScroll({ scroller, on, speed, onStop }: Options): void {
  const stop = useRef(onStop)
  stop.current = onStop
  useEffect(() => {
    const element = scroller.current
    if (!on || !element) return
    let frame = 0
    let before = performance.now()
    // Browsers round scroll offsets: fractions of a pixel would be lost.
    let top = element.scrollTop
    const step = (now: number) => {
      if (Math.abs(element.scrollTop - top) > 2) top = element.scrollTop
      top += (Math.min(LONGEST_STEP_MS, now - before) * speed) / 1000
      before = now
      element.scrollTo({ top, behavior: 'instant' })
      if (top >= element.scrollHeight - element.clientHeight) return stop.current()
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    const end = () => stop.current()
    element.addEventListener('pointerdown', end)
    element.addEventListener('wheel', end, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('pointerdown', end)
      element.removeEventListener('wheel', end)
    }
  }, [scroller, on, speed])
}
