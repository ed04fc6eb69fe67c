import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { GridLayout } from './grid-layout.rules'
import { useGridLayout } from './use-grid-layout'
import { useSteadyPlace } from './use-steady-place'
import { neighbourIn, type Range } from './window-paging.rules'

/** How long after opening a list may still restore its scroll position. */
const settledMs = 500

/** Interface to a rendered list. */
export type ListHandle = {
  /** Scrolls an item to the top of the window, below fixed bars. */
  readonly jumpTo: (index: number) => void
  /** The first item with a visible top. */
  readonly firstSeen: () => number
}

export type VirtualListOptions = {
  readonly total: number
  /** The same function as long as only the width changes. */
  readonly layoutOf: (width: number) => GridLayout
  /**
   * The key of an item, independent of its index; null while unknown. With it the list stays in place when items are
   * added.
   */
  readonly keyAt: (index: number) => string | null
  /** The visible items and a few around them. */
  readonly onRange?: ((range: Range, flying: boolean) => void) | undefined
  readonly handle?: RefObject<ListHandle | null> | undefined
  /** Height in pixels covered at the top of the window. */
  readonly covered?: number | undefined
}

/** A list of any length, scrolled by the window: only visible items are rendered. */
export function useVirtualList(list: RefObject<HTMLElement | null>, options: VirtualListOptions) {
  const { total, layoutOf, keyAt, onRange, handle, covered = 0 } = options
  const { layout, virtualizer } = useGridLayout(list, total, layoutOf)
  const rows = layout ? virtualizer.getVirtualItems() : []
  const columns = layout?.columns ?? 1
  const rowHeight = layout?.rowHeight ?? 0
  const top = virtualizer.options.scrollMargin
  const first = (rows[0]?.index ?? 0) * columns
  const last = Math.min(total, ((rows.at(-1)?.index ?? 0) + 1) * columns) - 1
  const height = virtualizer.scrollRect?.height ?? 0
  const offset = (virtualizer.scrollOffset ?? 0) - top
  const rowAt = (pixels: number) => Math.floor(pixels / (rowHeight || 1))
  const within = (index: number) => Math.min(last, Math.max(first, index))
  const seen = {
    first: within(rowAt(offset) * columns),
    last: within((rowAt(offset + height) + 1) * columns - 1),
  }
  // Returning to a distant place is a jump, not fast scrolling: its covers are wanted at once.
  const since = useRef(performance.now())
  const flying = virtualizer.isScrolling && performance.now() - since.current > settledMs
  const tell = useRef(onRange)
  useLayoutEffect(() => {
    tell.current = onRange
  })
  useEffect(() => {
    if (layout) tell.current?.({ first, last }, flying)
  }, [layout, first, last, flying])

  const scrolled = virtualizer.scrollOffset ?? 0
  const fresh = useSteadyPlace({ range: { first, last }, keyAt, total, columns, rowHeight, top, scrolled })

  useImperativeHandle(
    handle,
    () => ({
      jumpTo: index => {
        const row = Math.floor(index / columns)
        window.scrollTo({ top: row === 0 ? 0 : Math.max(0, top + row * rowHeight - covered), behavior: 'instant' })
      },
      firstSeen: () => Math.max(0, Math.ceil((window.scrollY + covered - top) / (rowHeight || 1))) * columns,
    }),
    [columns, rowHeight, top, covered],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!here || !(event.target as HTMLElement).matches('a')) return
    const screenful = Math.max(1, Math.floor(window.innerHeight / (rowHeight || 1)))
    const next = neighbourIn(event.key, Number(here.dataset.index), columns, total, screenful)
    if (next === null) return
    event.preventDefault()
    virtualizer.scrollToIndex(Math.floor(next / columns), { align: 'auto' })
    focusWhenThere(list.current, next)
  }

  return {
    layout: rows.length > 0 ? layout : null,
    rows,
    range: { first, last },
    /** The part of it that is in the window. */
    seen,
    columns,
    height: layout ? virtualizer.getTotalSize() : undefined,
    top,
    flying,
    fresh,
    onKeyDown,
  }
}

/** The item may not be rendered before the list has scrolled to it. */
function focusWhenThere(list: HTMLElement | null, index: number, tries = 20): void {
  const link = list?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(list, index, tries - 1))
}
