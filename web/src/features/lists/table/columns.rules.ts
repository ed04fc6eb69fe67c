import { columnsOf } from '../question/fields'
import type { ListKind } from '../question/question'
import { type SortKey, usualDirection } from '../question/sort.rules'

/** Available columns after the title, in menu order. */
const known: Readonly<Record<ListKind, readonly string[]>> = { series: idsOf('series'), books: idsOf('books') }
const usual: Readonly<Record<ListKind, readonly string[]>> = {
  series: columnsOf('series').flatMap(({ id, usual }) => (usual ? [id] : [])),
  books: columnsOf('books').flatMap(({ id, usual }) => (usual ? [id] : [])),
}

function idsOf(kind: ListKind): readonly string[] {
  return columnsOf(kind).map(({ id }) => id)
}

export const knownColumns = (kind: ListKind): readonly string[] => known[kind]
export const usualColumns = (kind: ListKind): readonly string[] => usual[kind]

/** Parses `year,added`; null if one of them is not a column of this list. `none` means the title alone. */
export function readColumns(text: string, kind: ListKind): readonly string[] | null {
  if (text === 'none') return []
  const columns = text.split(',')
  return columns.every(column => known[kind].includes(column)) ? [...new Set(columns)] : null
}

/** Undefined for the default. */
export function writeColumns(columns: readonly string[], kind: ListKind): string | undefined {
  if (columns.join() === usual[kind].join()) return undefined
  return columns.length === 0 ? 'none' : columns.join(',')
}

/** With a column added or removed, in menu order. */
export function withColumn(columns: readonly string[], column: string, kind: ListKind): readonly string[] {
  return known[kind].filter(each => (each === column ? !columns.includes(column) : columns.includes(each)))
}

/** The sort after a click on a column header; `further` adds it to the existing keys. */
export function sortedBy(keys: readonly SortKey[], field: string, further: boolean): readonly SortKey[] {
  const at = keys.findIndex(key => key.field === field)
  const key = keys[at]
  if (key) {
    const reversed: SortKey = { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' }
    return further ? keys.with(at, reversed) : [reversed]
  }
  const fresh: SortKey = { field, direction: usualDirection(field) }
  return further ? [...keys, fresh].slice(-5) : [fresh]
}

/** The visible columns: default ones as far as they fit; chosen ones all, with a scrolling table. */
export function shownColumns(
  columns: readonly string[],
  kind: ListKind,
  room: number,
  least: (column: string) => number,
): readonly string[] {
  if (columns.join() !== usual[kind].join()) return columns
  let left = room
  const fits = columns.findIndex(column => {
    left -= least(column)
    return left < 0
  })
  return fits === -1 ? columns : columns.slice(0, fits)
}

/** A column's minimum width in pixels, and its share of the remaining width. */
export type Part = { readonly least: number; readonly share: number }

/**
 * Column widths like a grid with `minmax(minimum, share fr)`, computed once: a grid would compute them for every row
 * that scrolls in.
 */
export function sharesOf(parts: readonly Part[], width: number): number[] {
  const held = new Set(parts.filter(({ share }) => share === 0))
  for (;;) {
    const free = parts.reduce((sum, part) => sum - (held.has(part) ? part.least : 0), width)
    const shares = parts.reduce((sum, part) => sum + (held.has(part) ? 0 : part.share), 0)
    const unit = shares > 0 ? Math.max(0, free) / shares : 0
    const small = parts.filter(part => !held.has(part) && part.share * unit < part.least)
    if (small.length === 0) return parts.map(part => (held.has(part) ? part.least : part.share * unit))
    for (const part of small) held.add(part)
  }
}
