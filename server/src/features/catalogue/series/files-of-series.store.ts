import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db'
import { ageOf } from '../../../formats/age-rating'
import type { FolderFile } from '../../../formats/facts'
import { foldedOrNull } from '../../../kernel/text'
import { unlessLocked } from './series-fields.store'
import { fileRecordText, SERIES_FROM_FILES, type SeriesRule, saidByFile } from './series-from-books.rules'

/**
 * Gives a series the metadata of the file in its folder, and clears that of a missing file. A series that has moved to
 * another folder is skipped. `stored` is its column `file_metadata`.
 */
export async function fillSeries(
  tx: Tx,
  pk: number,
  { folder, file }: FolderFile,
  stored: string | null,
): Promise<void> {
  if (file === null && stored === null) return
  const columns = file === null ? [] : saidByFile(file).flatMap(rule => columnsOf(rule))
  const age = file && ageOf(file.ageRating)
  await tx.query
    .updateTable('series')
    .set({
      ...Object.fromEntries(columns),
      file_metadata: file && fileRecordText(file),
      file_age: age,
      age: unlessLocked('ageRating', 'age', strictestAge(tx, sql`cast(${age} as integer)`)),
    })
    .where('pk', '=', pk)
    .where('path', '=', folder)
    .execute()
}

/** Books of the series whose row is being updated. */
export const OF_THIS = sql<boolean>`books.series_pk = series.pk`

/** The strictest of the series' books and its series.json. */
export function strictestAge({ query, dialect }: Tx, ofFile: RawBuilder<unknown>): RawBuilder<number | null> {
  const ofBooks = query
    .selectFrom('books')
    .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .where(OF_THIS)
    .where(sql<boolean>`not books.deleted`)
    .select(sql<number | null>`max(book_metadata.age)`.as('age'))
  const most = dialect.kind === 'sqlite' ? sql.raw('max') : sql.raw('greatest')
  return sql<number | null>`nullif(${most}(coalesce(${ofBooks}, -1), coalesce(${ofFile}, -1)), -1)`
}

function columnsOf(rule: SeriesRule & { readonly value: string | number }): Columns {
  const { value, type } = rule
  const given = type === 'text' ? sql`cast(${value} as text)` : sql`cast(${value} as integer)`
  return taken(rule, given, sql`cast(${foldedOrNull(String(value))} as text)`)
}

/** Columns of a series taken from its first book with metadata, in the given order. */
export function takenFromFirst(
  { query, dialect }: Pick<Tx, 'query' | 'dialect'>,
  order: RawBuilder<unknown>,
): Record<string, RawBuilder<unknown>> {
  const first = query
    .selectFrom('books')
    .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .where(OF_THIS)
    .where(sql<boolean>`not books.deleted`)
    .orderBy(sql`books.number ${order}`)
    .orderBy('books.sort_key')
    .orderBy('books.pk')
    .limit(1)
  const columns = SERIES_FROM_FILES.flatMap(rule => {
    const { book } = rule
    if (book === undefined) return []
    const value = first.select(book === 'year' ? yearOfSeries(dialect).as('year') : `book_metadata.${book}`)
    const folded = first.select(book === 'summary' ? 'books.summary_folded' : 'book_metadata.publisher_folded')
    return taken(rule, sql`(${value})`, sql`(${folded})`)
  })
  return Object.fromEntries(columns)
}

/** The start of the series by the book's file; else the year of the book. */
function yearOfSeries(dialect: Tx['dialect']): RawBuilder<number | null> {
  const said = dialect.jsonRows<{ seriesYear: number }>(sql`('[' || book_metadata.facts || ']')`, {
    seriesYear: 'bigint',
  })
  return sql`case when book_metadata.facts like '%"seriesYear":%'
    then (select said."seriesYear" from ${said} as said) else book_metadata.year end`
}

type Columns = [string, RawBuilder<unknown>][]

/** A column and, if it has one, its comparison form: that of a text is filled only while the text is empty. */
function taken(
  { column, folded, lock, how }: SeriesRule,
  value: RawBuilder<unknown>,
  comparison: RawBuilder<unknown>,
): Columns {
  const own = sql.ref(`series.${column}`)
  const filled = how === 'fill' ? sql`coalesce(${own}, ${value})` : sql`coalesce(${value}, ${own})`
  const set: Columns = [[column, unlessLocked(lock, column, filled)]]
  if (!folded) return set
  const either = sql`case when ${own} is null then cast(${comparison} as text) else ${sql.ref(`series.${folded}`)} end`
  return [...set, [folded, unlessLocked(lock, folded, either)]]
}
