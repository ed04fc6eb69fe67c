import { type RefObject, useEffect, useRef } from 'react'
import type { Move } from './direction.rules'
import type { Zoom } from './use-zoom'

const TURN_AFTER = 80
const REST_MS = 320

type Options = {
  readonly view: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly zoom: Zoom
  /** Absent if the wheel only scrolls. */
  readonly onMove?: (move: Move) => void
}

/** Ctrl and wheel (a pinch on a touchpad) zooms; the plain wheel scrolls, and turns where nothing can be scrolled. */
export function useWheel(options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const view = options.view
  useEffect(() => {
    const element = view.current
    if (!element) return
    let gathered = 0
    let restUntil = 0
    const onWheel = (event: WheelEvent) => {
      const { scroller, zoom, onMove } = latest.current
      if (event.ctrlKey) {
        event.preventDefault()
        return zoom.zoomTo(zoom.zoom * Math.exp(-event.deltaY * 0.005), event.clientX, event.clientY)
      }
      if (!onMove || Math.abs(event.deltaY) < Math.abs(event.deltaX)) return
      if (scroller.current && hasRoom(scroller.current, event.deltaY)) {
        // A page just scrolled to its end does not turn within the same gesture.
        restUntil = event.timeStamp + REST_MS
        gathered = 0
        return
      }
      event.preventDefault()
      if (event.timeStamp < restUntil) return
      gathered += event.deltaY
      if (Math.abs(gathered) < TURN_AFTER) return
      onMove(gathered > 0 ? 'next' : 'previous')
      gathered = 0
      restUntil = event.timeStamp + REST_MS
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [view])
}

function hasRoom(element: HTMLElement, deltaY: number): boolean {
  const room = element.scrollHeight - element.clientHeight
  return deltaY > 0 ? element.scrollTop < room - 1 : element.scrollTop > 1
}
