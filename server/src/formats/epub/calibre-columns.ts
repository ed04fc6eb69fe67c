import { LIMITS } from '../../kernel/limits'
import type { CalibreValue } from '../facts'
import { descendantsNamed, linesOf, type XmlElement } from '../xml/xml-document'
import { htmlToText } from './html-to-text'

const PREFIX = 'calibre:user_metadata:'
/** Maximum number of columns, and of characters of their JSON. */
const MOST_COLUMNS = 200
const MOST_JSON = 16 * LIMITS.facts.customBytes

type Columns = Readonly<Record<string, CalibreValue>>

/**
 * Custom columns of calibre, by name without `#`: one `<meta name="calibre:user_metadata:#x">` each in OPF 2, one
 * `<meta property="calibre:user_metadata">` for all of them in OPF 3. A series column has its number in a second one,
 * `x_index`. Empty ones are left out.
 */
export function calibreColumns(metadata: XmlElement): Columns {
  const found = new Map<string, CalibreValue>()
  for (const [name, column] of columnsIn(metadata)) {
    if (found.size >= MOST_COLUMNS) break
    const value = shownValue(column)
    if (value === null) continue
    found.set(name, value)
    const { '#extra#': index, datatype } = column
    if (datatype === 'series' && typeof index === 'number') found.set(`${name}_index`, index)
  }
  return Object.fromEntries(found)
}

type Column = Readonly<Record<string, unknown>>

function* columnsIn(metadata: XmlElement): Generator<readonly [string, Column]> {
  for (const meta of descendantsNamed(metadata, 'meta')) {
    const { name, property, content } = meta.attributes
    if (name?.startsWith(PREFIX)) {
      const column = json(content ?? '')
      if (column) yield [labelOf(name.slice(PREFIX.length)), column]
    } else if (property === 'calibre:user_metadata') {
      const columns = json(linesOf(meta)) ?? {}
      for (const [label, column] of Object.entries(columns)) if (isRecord(column)) yield [labelOf(label), column]
    }
  }
}

function labelOf(label: string): string {
  return label.replace(/^#/, '').trim()
}

function json(text: string): Column | null {
  if (text.length > MOST_JSON) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    // A column with invalid JSON is ignored.
    return null
  }
}

function isRecord(value: unknown): value is Column {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Dates are objects in it; comments are HTML. */
function shownValue({ '#value#': value, datatype }: Column): CalibreValue | null {
  if (isRecord(value)) return dateOf(value.__value__)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) {
    const items = value.flatMap(item => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []))
    return items.length === 0 ? null : items
  }
  if (typeof value !== 'string') return null
  return (datatype === 'comments' ? htmlToText(value) : value.trim()) || null
}

/** Calibre writes the year 101 for no date. */
function dateOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-/.test(value) && !value.startsWith('0101-01-01') ? value : null
}
