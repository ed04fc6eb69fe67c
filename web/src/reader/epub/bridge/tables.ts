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
    const around = table.parentElement
    const room = (vertical ? around?.clientHeight : around?.clientWidth) || column
    return Math.min(column, room) / Math.max(1, vertical ? table.offsetHeight : table.offsetWidth)
  })
  tables.forEach((table, index) => {
    const zoom = zooms[index] ?? 1
    if (zoom >= 1) return
    table.style.setProperty('zoom', String(Math.max(LEAST_ZOOM, zoom)))
    if (zoom < LEAST_ZOOM) table.setAttribute(NARROW_TABLE, '')
  })
}
