/** Smaller text would be hard to read. */
const LEAST_ZOOM = 0.6

/** Marks tables whose words may be broken anywhere. */
export const NARROW_TABLE = 'data-octavo-narrow'

/**
 * Tables wider than a column (a length in pixels) get smaller text, then broken words: the part beyond a page's edge
 * would be invisible.
 */
export function fitTables(column: number, vertical: boolean): void {
  const tables = [...document.querySelectorAll('table')].filter(table => !table.parentElement?.closest('table'))
  for (const table of tables) {
    table.style.removeProperty('zoom')
    table.removeAttribute(NARROW_TABLE)
  }
  const zooms = tables.map(table => {
    // A table that the book makes a block is as wide as its place, and its rows overflow.
    const length = vertical
      ? Math.max(table.offsetHeight, table.scrollHeight)
      : Math.max(table.offsetWidth, table.scrollWidth)
    const room = Math.min(column, roomOf(table.parentElement, vertical) || column)
    // In whole pixels, a table as wide as its place may seem wider.
    return length < room + 1 ? 1 : room / length
  })
  tables.forEach((table, index) => {
    const zoom = zooms[index] ?? 1
    if (zoom === 1) return
    table.style.setProperty('zoom', String(Math.max(LEAST_ZOOM, zoom)))
    if (zoom < LEAST_ZOOM) table.setAttribute(NARROW_TABLE, '')
  })
}

/** The length inside an element's padding; 0 for an inline one. */
function roomOf(element: Element | null, vertical: boolean): number {
  if (!element) return 0
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(element)
  const [length, ...paddings] = vertical
    ? [element.clientHeight, paddingTop, paddingBottom]
    : [element.clientWidth, paddingLeft, paddingRight]
  return Math.max(0, length - paddings.reduce((sum, padding) => sum + (Number.parseFloat(padding) || 0), 0))
}
