import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { nextTurn } from '../../../platform/task-work'

/** The columns of a book to compare. */
export interface LikelyBook {
  readonly pk: number
  readonly library_pk: number
  readonly series_pk: number
  readonly title: string
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

const PAGE = 1_000
/** Series whose books one statement compares, and maximum books of one id. */
const SERIES_AT_ONCE = 200
const MOST = 1_000

/** External ids shared by several series or books, separately for each source; null for all sources. */
export async function* sameIds(
  reader: Reader,
  column: 'series_pk' | 'book_pk',
  sources: readonly string[] | null,
): AsyncGenerator<{ readonly source: string; readonly externalId: string }, void, void> {
  let after = { source: '', externalId: '' }
  for (;;) {
    const rows = await reader.query
      .selectFrom('external_ids')
      .select(['source', 'external_id as externalId'])
      .where(column, 'is not', null)
      .where(sql<boolean>`(source, external_id) > (${after.source}, ${after.externalId})`)
      .$if(sources !== null, query => query.where('source', 'in', [...(sources ?? [])]))
      .groupBy(['source', 'external_id'])
      .having(sql<boolean>`count(distinct ${sql.ref(column)}) > 1`)
      .orderBy('source')
      .orderBy('external_id')
      .limit(PAGE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last
    await nextTurn()
  }
}

/** Live books by external id, or by key. */
export async function liveBooks(
  reader: Reader,
  which: { readonly source: string; readonly externalId: string } | { readonly pks: readonly number[] },
): Promise<LikelyBook[]> {
  const pks =
    'pks' in which
      ? reader.dialect.isKeyOf(sql.ref('books.pk'), JSON.stringify(which.pks.slice(0, MOST)))
      : sql<boolean>`books.pk in (select book_pk from external_ids
          where source = ${which.source} and external_id = ${which.externalId} and book_pk is not null)`
  return books(reader).where(pks).orderBy('books.pk').limit(MOST).execute()
}

function books(reader: Reader) {
  return reader.query
    .selectFrom('books')
    .select(['books.pk', 'books.library_pk', 'books.series_pk', 'books.title', 'books.number'])
    .select(['books.volume', 'books.chapter'])
    .where(sql<boolean>`not books.deleted`)
}

export function seriesOfId(reader: Reader, source: string, externalId: string) {
  return reader.query
    .selectFrom('series')
    .select(['series.pk', 'series.library_pk'])
    .where('series.book_count', '>', 0)
    .where(
      sql<boolean>`series.pk in (select series_pk from external_ids
        where source = ${source} and external_id = ${externalId} and series_pk is not null)`,
    )
    .orderBy('series.pk')
    .limit(MOST)
    .execute()
}

/** ISBNs from files or people. */
export async function* isbnsOfBooks(
  reader: Reader,
): AsyncGenerator<{ readonly book_pk: number; readonly isbns: readonly string[] }, void, void> {
  for (let after = 0; ; ) {
    const rows = await reader.query
      .selectFrom('book_metadata')
      .select(['book_pk', 'isbns'])
      .where('book_pk', '>', after)
      .where('isbns', '<>', '[]')
      .orderBy('book_pk')
      .limit(PAGE)
      .execute()
    for (const { book_pk, isbns } of rows) yield { book_pk, isbns: JSON.parse(isbns) as string[] }
    const last = rows.at(-1)
    if (!last) break
    after = last.book_pk
    await nextTurn()
  }
  for (let after = 0; ; ) {
    const rows = await reader.query
      .selectFrom('external_ids')
      .select(['pk', 'book_pk', 'external_id'])
      .where('pk', '>', after)
      .where('source', '=', 'isbn')
      .where('book_pk', 'is not', null)
      .orderBy('pk')
      .limit(PAGE)
      .execute()
    for (const { book_pk, external_id } of rows) if (book_pk !== null) yield { book_pk, isbns: [external_id] }
    const last = rows.at(-1)
    if (!last) return
    after = last.pk
    await nextTurn()
  }
}

/** Live books with the same number as another one in their series, for some series at a time. */
export async function* booksOfSameNumber(
  reader: Reader,
  seriesPks: readonly number[],
): AsyncGenerator<LikelyBook[], void, void> {
  for (let at = 0; at < seriesPks.length; at += SERIES_AT_ONCE) {
    const some = JSON.stringify(seriesPks.slice(at, at + SERIES_AT_ONCE))
    const twice = sql`(select series_pk, number from books where ${reader.dialect.isKeyOf(sql.ref('series_pk'), some)}
      and not deleted and number is not null group by series_pk, number having count(*) > 1)`
    yield await books(reader)
      .where(reader.dialect.isKeyOf(sql.ref('books.series_pk'), some))
      .where(sql<boolean>`(books.series_pk, books.number) in ${twice}`)
      .orderBy('books.series_pk')
      .orderBy('books.pk')
      .limit(100_000)
      .execute()
    await nextTurn()
  }
}
