import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db'
import { ageOf } from '../../../formats/age-rating'
import type { FolderFile } from '../../../formats/facts'
import { unlessLocked } from './series-fields.store'
import {
  FOLDED,
  fileRecordText,
  foldedValue,
  SERIES_FROM_FILES,
  type SeriesRule,
  saidByFile,
} from './series-from-books.rules'

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
  await tx.query
    .updateTable('series')
    .set({
      ...Object.fromEntries(columns),
      file_metadata: file && fileRecordText(file),
      file_age: file && ageOf(file.ageRating),
    })
    .where('pk', '=', pk)
    .where('path', '=', folder)
    .execute()
}

function columnsOf(rule: SeriesRule & { readonly value: string | number }): [string, RawBuilder<unknown>][] {
  const { column, value, type } = rule
  const given = type === 'text' ? sql`cast(${value} as text)` : sql`cast(${value} as integer)`
  const taken: [string, RawBuilder<unknown>] = [column, takenValue(rule, given)]
  return FOLDED.has(column) ? [taken, folded(rule, sql`cast(${foldedValue(value)} as text)`)] : [taken]
}

/** Columns of a series taken from its first book with metadata, in the given order. */
export function takenFromFirst(
  { query, dialect }: Pick<Tx, 'query' | 'dialect'>,
  order: RawBuilder<unknown>,
): Record<string, RawBuilder<unknown>> {
  const first = query
    .selectFrom('books')
    .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .where(sql<boolean>`books.series_pk = series.pk`)
    .where(sql<boolean>`not books.deleted`)
    .orderBy(sql`books.number ${order}`)
    .orderBy('books.sort_key')
    .orderBy('books.pk')
    .limit(1)
  const columns = SERIES_FROM_FILES.flatMap((rule): [string, RawBuilder<unknown>][] => {
    const { column, book } = rule
    if (book === undefined) return []
    const taken: [string, RawBuilder<unknown>] = [
      column,
      takenValue(
        rule,
        sql`(${first.select(book === 'year' ? yearOfSeries(dialect).as('year') : `book_metadata.${book}`)})`,
      ),
    ]
    if (book === 'summary') return [taken, folded(rule, sql`(${first.select('books.summary_folded')})`)]
    if (book === 'publisher') return [taken, folded(rule, sql`(${first.select('book_metadata.publisher_folded')})`)]
    return [taken]
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

function takenValue({ column, lock, how }: SeriesRule, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = sql.ref(`series.${column}`)
  return unlessLocked(lock, column, how === 'fill' ? sql`coalesce(${own}, ${value})` : sql`coalesce(${value}, ${own})`)
}

/** Columns set together with a text that is filled only while empty. */
function folded({ column, lock }: SeriesRule, value: RawBuilder<unknown>): [string, RawBuilder<unknown>] {
  const own = sql.ref(`series.${column}`)
  const before = sql.ref(`series.${column}_folded`)
  const either = sql`case when ${own} is null then cast(${value} as text) else ${before} end`
  return [`${column}_folded`, sql`${unlessLockedRef(lock, column, either)}`]
}

function unlessLockedRef(lock: SeriesRule['lock'], column: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return unlessLocked(lock, `${column}_folded` as 'summary_folded' | 'publisher_folded', value)
}
