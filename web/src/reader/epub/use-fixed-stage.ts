import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Move } from '../comic/direction.rules'
import type { Fit, Size } from '../comic/fit.rules'
import { panBySteps, type Side, scrollBySteps } from '../comic/surface'
import { useViewSize } from '../comic/use-view-size'
import { useZoom } from '../comic/use-zoom'
import type { FromFrame } from './bridge/protocol'
import { type FixedSpreads, layFixed, type PageBox } from './fixed-spreads.rules'

/** The pages of a fixed layout as a comic shows them: fitted, zoomed, scrolled where they are larger than the view. */
export interface FixedStage {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Size of the current spread. */
  readonly size: Size
  readonly boxOf: (chapter: number) => PageBox | null
  readonly onSize: (chapter: number, size: Size | null) => void
  readonly overflow: { readonly x: boolean; readonly y: boolean }
  readonly zoomBy: (factor: number) => void
  /** Two fingers on a page's frame. */
  readonly pinch: (message: Pinch, chapter: number) => void
  /** False at the end in that direction. */
  readonly scroll: (towards: Move, share: number) => boolean
  /** False at the edge. */
  readonly pan: (towards: Side) => boolean
  /** A message of a page's frame, with positions in the view instead of the frame. */
  readonly inView: (message: FromFrame, chapter: number) => FromFrame
}

type Pinch = Extract<FromFrame, { readonly kind: 'pinch' }>

type Options = {
  readonly shown: number | null
  readonly spreads: FixedSpreads
  readonly fit: Fit
  readonly rightToLeft: boolean
}

const NOTHING: Size = { width: 0, height: 0 }

export function useFixedStage({ shown, spreads, fit, rightToLeft }: Options): FixedStage {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useViewSize(scroller)
  const [sizes, setSizes] = useState<Readonly<Record<number, Size | null>>>({})
  const { zoom, zoomTo, zoomBy } = useZoom(scroller, shown)
  const pinched = useRef({ zoom: 1, x: 0, y: 0, frame: 0 })
  const onSize = useCallback((chapter: number, size: Size | null) => setSizes(was => ({ ...was, [chapter]: size })), [])

  const pagesOf = (chapter: number) => {
    const lead = spreads.leadOf(chapter)
    const partner = spreads.partnerOf(lead)
    const pages = partner === null ? [lead] : [lead, partner]
    return rightToLeft ? pages.reverse() : pages
  }
  const layOf = (chapter: number) => {
    if (!view) return null
    const pages = pagesOf(chapter)
    // A page without a size fills its part of the view; one that is still loading is like its neighbour.
    const part = { width: view.width / pages.length, height: view.height }
    const loaded = pages.map(page => sizes[page]).find(size => size !== undefined)
    const sizeOf = (page: number) => (sizes[page] === undefined ? loaded : sizes[page]) ?? part
    const isShown = shown !== null && spreads.leadOf(chapter) === spreads.leadOf(shown)
    const lay = layFixed(pages.map(sizeOf), view, fit, isShown ? zoom : 1)
    return { ...lay, boxOf: (page: number) => lay.boxes[pages.indexOf(page)] ?? null }
  }
  const current = shown === null ? null : layOf(shown)
  const { width, height } = current ?? NOTHING
  const overflow = { x: width > (view?.width ?? 0) + 1, y: height > (view?.height ?? 0) + 1 }

  const before = useRef(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fit also begins where reading begins
  useLayoutEffect(() => {
    const element = scroller.current
    const atStart = (before.current ?? 0) <= (shown ?? 0)
    before.current = shown
    const left = atStart === rightToLeft ? (element?.scrollWidth ?? 0) : 0
    element?.scrollTo({ top: atStart ? 0 : element.scrollHeight, left, behavior: 'instant' })
  }, [shown, fit, rightToLeft])

  /** Where a page's frame is in the view. */
  const frameAt = (chapter: number) => {
    const box = current?.boxOf(chapter)
    const element = scroller.current
    if (!box || !view || !element) return null
    const left = box.left + Math.max(0, (view.width - width) / 2) - element.scrollLeft
    const top = Math.max(0, (view.height - height) / 2) - element.scrollTop
    return { box, view, element, left, top }
  }

  return {
    scroller,
    size: { width, height },
    boxOf: chapter => layOf(chapter)?.boxOf(chapter) ?? null,
    onSize,
    overflow,
    zoomBy,
    pinch: (message, chapter) => {
      if (message.step === 'move') {
        const { zoom, x, y, frame } = pinched.current
        // The latest of several messages, and laid out before the next: the zoom measures the page.
        cancelAnimationFrame(frame)
        const to = () => zoomTo(zoom * message.factor, x + message.dx, y + message.dy)
        pinched.current.frame = requestAnimationFrame(() => flushSync(to))
        return
      }
      const at = frameAt(chapter)
      if (!at) return
      const window = at.element.getBoundingClientRect()
      pinched.current = { frame: 0, zoom, x: window.left + at.left + message.x, y: window.top + at.top + message.y }
    },
    pan: towards => panBySteps(scroller.current, towards),
    scroll: (towards, share) => !!scroller.current && scrollBySteps(scroller.current, towards, share),
    inView: (message, chapter) => {
      const at = frameAt(chapter)
      if (!at) return message
      const { box, view, left, top } = at
      if (message.kind === 'tap') {
        const { x, y } = message
        return { ...message, x: (left + x * box.width) / view.width, y: (top + y * box.height) / view.height }
      }
      if (message.kind === 'pointer') return { ...message, y: top + message.y }
      if (message.kind !== 'selection' || !message.selected) return message
      const { selected } = message
      const moved = { ...selected.box, left: selected.box.left + left, top: selected.box.top + top }
      return { ...message, selected: { ...selected, box: moved } }
    },
  }
}
