import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const GREETING_MS = 2600
const LEAVING_MS = 500
/** Distance of the mouse to the top or bottom edge that shows the bars, in pixels. */
const EDGE = { top: 72, bottom: 96 }

export interface Bars {
  readonly shown: boolean
  /** Says how to call hidden bars: for a moment, in the first book that is opened. */
  readonly hint: boolean
  readonly toggle: () => void
  readonly hide: () => void
  readonly show: () => void
  readonly onPointerMove: (event: PointerEvent) => void
  /** The mouse is `y` pixels from the top of a view of this height; for a frame that does not pass its events on. */
  readonly mouseAt: (y: number, height: number) => void
}

let hinted = false

/**
 * Bars hide when reading begins, and appear on a tap or with the mouse at the edge. With a `greeting` they are visible
 * while a book is opened: not above pages that fill the window, whose beginning they would cover.
 */
export function useBars({ greeting }: { readonly greeting: boolean }): Bars {
  const [shown, setShown] = useState(greeting)
  const [hint, setHint] = useState(!greeting && !hinted)
  const byEdge = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const set = useCallback((now: boolean) => {
    clearTimeout(timer.current)
    byEdge.current = false
    setShown(now)
  }, [])
  const hide = useCallback(() => set(false), [set])
  const show = useCallback(() => set(true), [set])
  const toggle = useCallback(() => {
    clearTimeout(timer.current)
    byEdge.current = false
    setShown(was => !was)
  }, [])

  useEffect(() => {
    timer.current = setTimeout(() => setShown(false), GREETING_MS)
    const endHint = () => {
      hinted = true
      setHint(false)
    }
    const hinting = setTimeout(endHint, GREETING_MS)
    // Who reads on sees the whole page.
    const read = new AbortController()
    for (const act of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(act, endHint, { capture: true, passive: true, signal: read.signal })
    }
    return () => {
      clearTimeout(timer.current)
      clearTimeout(hinting)
      read.abort()
    }
  }, [])

  const mouseAt = useCallback((y: number, height: number) => {
    if (y < EDGE.top || y > height - EDGE.bottom) {
      clearTimeout(timer.current)
      setShown(was => {
        if (!was) byEdge.current = true
        return true
      })
    } else if (byEdge.current) {
      byEdge.current = false
      timer.current = setTimeout(() => setShown(false), LEAVING_MS)
    }
  }, [])
  const onPointerMove = useCallback(
    (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return
      const box = event.currentTarget.getBoundingClientRect()
      mouseAt(event.clientY - box.top, box.height)
    },
    [mouseAt],
  )

  return { shown, hint: hint && !shown, toggle, hide, show, onPointerMove, mouseAt }
}
