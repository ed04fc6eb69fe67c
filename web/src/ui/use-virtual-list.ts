import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { GridLayout } from './grid-layout.rules'
import { useGridLayout } from './use-grid-layout'
import { useSteadyPlace } from './use-steady-place'
import { neighbourIn, type Range } from './window-paging.rules'

/** So long after it was opened a list may still be put back to its place. */
const settledMs = 500

/** What others can ask of a list on the screen. */
export type ListHandle = {
  /** Puts an item at the top of the window, below what stays there. */
  readonly jumpTo: (index: number) => void
  /** The first item of which the top can be seen. */
  readonly firstSeen: () => number
}

export type VirtualListOptions = {
  readonly total: number
  /** The same function as long as nothing but the width changes. */
  readonly layoutOf: (width: number) => GridLayout
  /** What an item is, wherever it stands; null while it is not known. With it the list keeps its place when items come. */
  readonly keyAt: (index: number) => string | null
  /** The items on the screen and a little around it. */
  readonly onRange?: ((range: Range, flying: boolean) => void) | undefined
  readonly handle?: RefObject<ListHandle | null> | undefined
  /** Where the window stood when somebody left this list; it goes there as soon as the list is long enough. */
  readonly place?: number | undefined
  /** Pixels at the top of the window that something else covers. */
  readonly covered?: number | undefined
}

/** A list of any length in the window: only what is on the screen exists. */
export function useVirtualList(list: RefObject<HTMLElement | null>, options: VirtualListOptions) {
  const { total, layoutOf, keyAt, onRange, handle, place, covered = 0 } = options
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
  // Coming back to a place far down is a jump, not a flight: its covers are wanted at once.
  const since = useRef(performance.now())
  const flying = virtualizer.isScrolling && performance.now() - since.current > settledMs
  const tell = useRef(onRange)
  useLayoutEffect(() => {
    tell.current = onRange
  })
  useEffect(() => {
    if (layout) tell.current?.({ first, last }, flying)
  }, [layout, first, last, flying])

  // The router puts the window back too, but only once, and a list may still be on its way then.
  const placed = useRef(false)
  const long = layout !== null && total > 0
  useLayoutEffect(() => {
    if (!long || placed.current) return
    placed.current = true
    if (place && window.scrollY < place) window.scrollTo({ top: place, behavior: 'instant' })
  }, [long, place])

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

/** The item may not exist before the list has scrolled to it. */
function focusWhenThere(list: HTMLElement | null, index: number, tries = 20): void {
  const link = list?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(list, index, tries - 1))
}
