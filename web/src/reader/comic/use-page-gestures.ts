import type { ReadingDirection } from '@octavo/contract/formats'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { isVertical, type Move, swipeMove, type Taps, tapZone } from './direction.rules'
import type { Zoom } from './use-zoom'

type Point = { readonly x: number; readonly y: number }

interface Gesture {
  kind: 'undecided' | 'turn' | 'pan' | 'pinch' | 'none'
  start: Point
  last: Point
  at: number
  pinch: { distance: number; zoom: number } | null
}

export interface GestureOptions {
  readonly view: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly direction: ReadingDirection
  readonly taps: Taps
  readonly zoom: Zoom
  /** Follows the finger, in pixels along the turning axis; 0 on release. Absent if pages do not slide. */
  readonly onDrag?: (pixels: number) => void
  readonly onMove: (move: Move) => void
  readonly onCentre: () => void
}

const STIR = 8
const TAP_MS = 350
const DOUBLE_TAP_MS = 260
const DOUBLE_TAP_ZOOM = 2.2

/** Touch and mouse on the pages: tap zones, swipe, pinch, double tap and panning. */
export function usePageGestures(options: GestureOptions) {
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture | null>(null)
  const centreTap = useRef<{ timer: ReturnType<typeof setTimeout>; at: Point } | null>(null)

  useEffect(() => {
    const element = options.view.current
    // Two-finger gestures are handled here even where the browser scrolls with one finger; otherwise it would take them
    // over.
    const claim = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchstart', claim, { passive: false })
    element?.addEventListener('touchmove', claim, { passive: false })
    return () => {
      element?.removeEventListener('touchstart', claim)
      element?.removeEventListener('touchmove', claim)
      if (centreTap.current) clearTimeout(centreTap.current.timer)
    }
  }, [options.view])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('[data-no-turn]')) return
    const here = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, here)
    if (pointers.current.size === 2) {
      options.onDrag?.(0)
      const [a, b] = [...pointers.current.values()] as [Point, Point]
      const pinch = { distance: distanceOf(a, b), zoom: options.zoom.zoom }
      gesture.current = { kind: 'pinch', start: here, last: here, at: event.timeStamp, pinch }
    } else if (pointers.current.size === 1) {
      gesture.current = { kind: 'undecided', start: here, last: here, at: event.timeStamp, pinch: null }
    }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = gesture.current
    if (!now || !pointers.current.has(event.pointerId)) return
    const here = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, here)
    if (now.kind === 'pinch') return pinch(now)
    if (now.kind === 'undecided' && distanceOf(now.start, here) > STIR) {
      now.kind = decide(event, now.start, here)
      if (now.kind !== 'none') event.currentTarget.setPointerCapture(event.pointerId)
    }
    if (now.kind === 'pan') options.scroller.current?.scrollBy(now.last.x - here.x, now.last.y - here.y)
    if (now.kind === 'turn') options.onDrag?.(travelled(now.start, here))
    now.last = here
  }

  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    const now = gesture.current
    const known = pointers.current.delete(event.pointerId)
    if (!now || !known) return
    const here = { x: event.clientX, y: event.clientY }
    if (now.kind === 'pinch') {
      // The remaining finger is not a swipe.
      if (pointers.current.size === 0) gesture.current = null
      return
    }
    gesture.current = null
    if (now.kind === 'turn') return letGo(now, here, event)
    if (event.type === 'pointerup' && now.kind === 'undecided' && event.timeStamp - now.at < TAP_MS) tap(here)
  }

  function pinch(now: Gesture) {
    const [a, b] = [...pointers.current.values()]
    if (!a || !b || !now.pinch) return
    const zoom = (now.pinch.zoom * distanceOf(a, b)) / Math.max(1, now.pinch.distance)
    options.zoom.zoomTo(zoom, (a.x + b.x) / 2, (a.y + b.y) / 2)
  }

  function decide(event: PointerEvent, start: Point, here: Point): Gesture['kind'] {
    const scroller = options.scroller.current
    const overflows = !!scroller && (canScroll(scroller, 'x') || canScroll(scroller, 'y'))
    if (event.pointerType === 'mouse' && overflows) return 'pan'
    const sideways = Math.abs(here.x - start.x) > Math.abs(here.y - start.y)
    const along = sideways !== isVertical(options.direction)
    // Where the browser scrolls, it also takes the finger; the rest is for turning.
    if (!options.onDrag || !along || (scroller && canScroll(scroller, sideways ? 'x' : 'y'))) return 'none'
    return 'turn'
  }

  function travelled(start: Point, here: Point): number {
    return isVertical(options.direction) ? here.y - start.y : here.x - start.x
  }

  function letGo(now: Gesture, here: Point, event: PointerEvent) {
    options.onDrag?.(0)
    const box = options.view.current?.getBoundingClientRect()
    if (!box || event.type !== 'pointerup') return
    const extent = isVertical(options.direction) ? box.height : box.width
    const move = swipeMove(options.direction, travelled(now.start, here), event.timeStamp - now.at, extent)
    if (move) options.onMove(move)
  }

  function tap(here: Point) {
    const box = options.view.current?.getBoundingClientRect()
    if (!box) return
    const [x, y] = [(here.x - box.left) / box.width, (here.y - box.top) / box.height]
    const zone = tapZone(options.direction, x, y, options.taps)
    const before = centreTap.current
    centreTap.current = null
    if (before) clearTimeout(before.timer)
    // The edges turn at once; only the middle waits for a second tap.
    if (zone !== 'centre') return options.onMove(zone)
    if (before && distanceOf(before.at, here) < 40) {
      return options.zoom.zoomTo(options.zoom.zoom > 1 ? 1 : DOUBLE_TAP_ZOOM, here.x, here.y)
    }
    const timer = setTimeout(() => {
      centreTap.current = null
      options.onCentre()
    }, DOUBLE_TAP_MS)
    centreTap.current = { timer, at: here }
  }

  return { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd }
}

function distanceOf(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function canScroll(element: HTMLElement, axis: 'x' | 'y'): boolean {
  const room = axis === 'x' ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight
  return room > 1
}
