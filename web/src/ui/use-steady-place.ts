import { useLayoutEffect, useRef } from 'react'
import { type Anchor, findAgain, newcomers } from './steady-place.rules'
import type { Range } from './window-paging.rules'

export type Steadiness = {
  /** The rendered items. */
  readonly range: Range
  readonly keyAt: (index: number) => string | null
  readonly total: number
  readonly columns: number
  readonly rowHeight: number
  /** Where the list begins, in pixels from the top of the page. */
  readonly top: number
  /** The scroll position of the last scroll event: reading it here would force a layout. */
  readonly scrolled: number
}

/**
 * Keeps the visible items of a changing list in place, whatever is added or removed above. Returns the keys of items
 * added while the list was visible.
 */
export function useSteadyPlace({
  range,
  keyAt,
  total,
  columns,
  rowHeight,
  top,
  scrolled,
}: Steadiness): ReadonlySet<string> {
  const anchor = useRef<Anchor | null>(null)
  const drawn = useRef<ReadonlyMap<number, string>>(new Map())
  const known = useRef(new Set<string>())
  const fresh = useRef(new Set<string>())

  const now = new Map<number, string>()
  for (let index = range.first; index <= range.last; index++) {
    const key = keyAt(index)
    if (key !== null) now.set(index, key)
  }
  for (const key of newcomers(drawn.current, now, known.current)) fresh.current.add(key)

  useLayoutEffect(() => {
    drawn.current = now
    for (const key of now.values()) known.current.add(key)
    if (rowHeight === 0) return
    const last = anchor.current
    if (last && scrolled > top) {
      const found = findAgain(last, keyAt, total)
      const rows = found === null ? 0 : Math.floor(found / columns) - Math.floor(last.index / columns)
      if (rows !== 0) window.scrollBy({ top: rows * rowHeight, behavior: 'instant' })
    }
    const row = Math.max(0, Math.ceil((scrolled - top) / rowHeight))
    const key = keyAt(row * columns)
    anchor.current = key === null ? null : { key, index: row * columns }
  })
  return fresh.current
}
