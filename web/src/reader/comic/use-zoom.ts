import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { clampZoom, scrollForZoom } from './fit.rules'

export interface Zoom {
  readonly zoom: number
  /** Zooms around a point of the window. */
  readonly zoomTo: (zoom: number, clientX: number, clientY: number) => void
  readonly zoomBy: (factor: number) => void
  readonly reset: () => void
}

/** Zoom of the content of a scroll container: its first child, whose size follows the zoom. */
export function useZoom(scroller: RefObject<HTMLElement | null>, turnKey: unknown): Zoom {
  const [state, setState] = useState({ zoom: 1, turnKey })
  const zoom = state.turnKey === turnKey ? state.zoom : 1
  const current = useRef(zoom)
  const scrollAfter = useRef<{ left: number; top: number } | null>(null)
  current.current = zoom

  useLayoutEffect(() => {
    if (scrollAfter.current) scroller.current?.scrollTo({ ...scrollAfter.current, behavior: 'instant' })
    scrollAfter.current = null
  })

  const zoomTo = useCallback(
    (target: number, clientX: number, clientY: number) => {
      const view = scroller.current
      const content = view?.firstElementChild
      const next = clampZoom(target)
      if (!view || !content || next === current.current) return
      const factor = next / current.current
      const at = view.getBoundingClientRect()
      const along = (scroll: number, point: number, extent: number, size: number) => {
        const inset = (total: number) => Math.max(0, (extent - total) / 2)
        return scrollForZoom(scroll, point, factor, inset(size), inset(size * factor))
      }
      const { width, height } = content.getBoundingClientRect()
      const left = along(view.scrollLeft, clientX - at.left, view.clientWidth, width)
      const top = along(view.scrollTop, clientY - at.top, view.clientHeight, height)
      scrollAfter.current = { left, top }
      current.current = next
      setState({ zoom: next, turnKey })
    },
    [scroller, turnKey],
  )
  const zoomBy = useCallback(
    (factor: number) => {
      const at = scroller.current?.getBoundingClientRect()
      if (at) zoomTo(factor === 0 ? 1 : current.current * factor, at.left + at.width / 2, at.top + at.height / 2)
    },
    [scroller, zoomTo],
  )
  const reset = useCallback(() => zoomBy(0), [zoomBy])
  return { zoom, zoomTo, zoomBy, reset }
}
