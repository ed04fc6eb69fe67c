// The sorts of lists, reimplemented without an index.
import { type PlainBook, type PlainSeries, plainly, readingOf } from './plain'
import { sortsOfColumns } from './plain-columns'
import { ratedOrders } from './rated'

/** Sort values in order of precedence: text, numbers; null first when ascending. */
type Comparable = number | null | readonly (number | string)[]
export type Order<Row> = (row: Row) => readonly Comparable[]

const TOKENS = /[0-9]+|./gsu

/** A title in natural order: characters by code point, digits by value. */
function natural(text: string): (number | string)[] {
  const plain = plainly(text).replace(/\s+/g, ' ').trim()
  return [...plain.matchAll(TOKENS)].map(([token]) => (/^[0-9]/.test(token) ? Number(token) : token))
}

const known = new Map<string, (number | string)[]>()
function titleOf({ title, titleSort }: PlainBook | PlainSeries) {
  const text = titleSort ?? title
  const found = known.get(text) ?? natural(text)
  known.set(text, found)
  return found
}

/** A number or text that is compared as it stands. */
const byColumn =
  (field: string): Order<PlainBook | PlainSeries> =>
  ({ values }) => {
    const value = values[field] ?? null
    return [typeof value === 'string' ? [...value] : value]
  }

export function bookOrders(reader: string): Readonly<Record<string, Order<PlainBook>>> {
  const title: Order<PlainBook> = book => [titleOf(book)]
  const added: Order<PlainBook> = ({ added }) => [added]
  const number: Order<PlainBook> = ({ number }) => [number]
  const read: Order<PlainBook> = ({ places }) => [places.get(reader)?.at ?? null]
  return {
    title,
    series: book => [titleOf(book.series), book.series.pk, book.number, titleOf(book)],
    created_at: added,
    date_added: added,
    release_date: ({ released }) => [released],
    number,
    chapter_number: number,
    file_size: ({ size }) => [size],
    filename: ({ file }) => [[...file]],
    page_count: ({ pages }) => [pages],
    ...Object.fromEntries(sortsOfColumns('books').map(([sort, field]) => [sort, byColumn(field)])),
    last_read: read,
    read_date: read,
    ...ratedOrders<PlainBook>(reader, ({ rated }) => rated),
    relevance: title,
    score: title,
  }
}

export function seriesOrders(reader: string): Readonly<Record<string, Order<PlainSeries>>> {
  const title: Order<PlainSeries> = series => [titleOf(series)]
  const added: Order<PlainSeries> = ({ added }) => [added]
  const updated: Order<PlainSeries> = ({ updated }) => [updated]
  return {
    name: title,
    title,
    date_added: added,
    created_at: added,
    date_updated: updated,
    updated_at: updated,
    ...Object.fromEntries(sortsOfColumns('series').map(([sort, field]) => [sort, byColumn(field)])),
    date_read: series => [readingOf(series, reader).last],
    book_count: ({ books }) => [books.filter(book => !book.isDeleted).length],
    ...ratedOrders<PlainSeries>(reader, ({ rated }) => rated),
    relevance: title,
    score: title,
  }
}

export function compared(a: readonly Comparable[], b: readonly Comparable[]): number {
  for (const [at, one] of a.entries()) {
    const difference = compare(one, b[at] ?? null)
    if (difference !== 0) return difference
  }
  return 0
}

function compare(a: Comparable, b: Comparable): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  if (typeof a === 'number' || typeof b === 'number') return (a as number) - (b as number)
  for (const [at, one] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const difference = typeof one === 'number' && typeof other === 'number' ? one - other : codeOf(one) - codeOf(other)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** A number sorts where digits do. */
const codeOf = (token: number | string) => (typeof token === 'number' ? 0x30 : (token.codePointAt(0) ?? 0))
