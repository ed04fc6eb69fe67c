import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GridLayout } from './grid-layout.rules'
import { windowSize } from './window-size'

type Box = { readonly width: number; readonly top: number }

/** The last list of the page: the next is usually in its place, so that its items are rendered at once. */
let lastBox: Box | null = null

/** Position and width of the list; measured before the first paint, and on changes. */
export function useGridLayout(
  list: RefObject<HTMLElement | null>,
  total: number,
  layoutOf: (width: number) => GridLayout,
) {
  const [box, setBox] = useState(lastBox)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const next = { width: Math.floor(width), top: Math.round(top + window.scrollY) }
      lastBox = next
      setBox(last => (last && last.width === next.width && last.top === next.top ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  const width = box?.width ?? null
  const layout = useMemo(() => (width === null ? null : layoutOf(width)), [width, layoutOf])
  const rowHeight = layout?.rowHeight ?? 0
  const columns = layout?.columns ?? 1
  const virtualizer = useWindowVirtualizer({
    count: layout ? Math.ceil(total / columns) : 0,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: box?.top ?? 0,
    initialRect: windowSize(),
  })
  useEffect(() => {
    if (rowHeight > 0) virtualizer.measure()
  }, [virtualizer, rowHeight])
  useScrollAnchor(columns, rowHeight, box?.top ?? 0)
  return { layout, virtualizer }
}

/** A rotated phone or resized window shows the same items as before, in other rows. */
function useScrollAnchor(columns: number, rowHeight: number, top: number): void {
  const before = useRef({ columns, rowHeight })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { columns, rowHeight }
    if (last.rowHeight === 0 || (last.columns === columns && last.rowHeight === rowHeight)) return
    if (window.scrollY <= top) return
    const item = ((window.scrollY - top) / last.rowHeight) * last.columns
    window.scrollTo({ top: top + (item / columns) * rowHeight, behavior: 'instant' })
  }, [columns, rowHeight, top])
}
