/** Paging of a long list: the pages of visible rows, and the page of an item. */
export type Range = { readonly first: number; readonly last: number }

/** 1-based numbers of the pages that contain a range of items, at most `most` of them. */
export function pagesOf(range: Range, pageSize: number, total: number | null, most = 4): number[] {
  const lastItem = total === null ? range.last : Math.min(range.last, total - 1)
  const first = Math.floor(Math.max(0, range.first) / pageSize) + 1
  const last = Math.floor(Math.max(0, lastItem) / pageSize) + 1
  const pages: number[] = []
  for (let page = first; page <= last && pages.length < most; page++) pages.push(page)
  return pages
}

/** The page of an item and its index in it. */
export function placeOf(index: number, pageSize: number): { page: number; offset: number } {
  return { page: Math.floor(index / pageSize) + 1, offset: index % pageSize }
}

/** Number of cards of at least `least` pixels that fit side by side. */
export function columnsFor(width: number, least: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (least + gap)))
}

/** The target of an arrow key in a grid; null outside of it. `screenful`: rows per page key. */
export function neighbourIn(key: string, index: number, columns: number, total: number, screenful = 1): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return total - 1
  if (key === 'PageDown') return Math.min(total - 1, index + columns * screenful)
  if (key === 'PageUp') return Math.max(0, index - columns * screenful)
  const step = steps[key]
  if (step === undefined) return null
  const next = index + step
  if (next >= 0 && next < total) return next
  // From the last full row down into a shorter one.
  const lastRow = Math.floor((total - 1) / columns)
  return key === 'ArrowDown' && Math.floor(index / columns) < lastRow ? total - 1 : null
}
