import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'

/** Limits the different combinations of people, tags and language in the books of one series. */
const MOST_COMBINATIONS = 2_000

/** People, tags and language that some books of a series have in common. */
export interface SharedMetadata {
  /** JSON arrays, as in `book_metadata`. */
  readonly authors: string
  readonly tags: string
  readonly language: string | null
  /** The earliest of these books, as in `books.release_date`. */
  readonly released: number | null
}

/** The metadata of the books of a series, in the order of their numbers; the caller has checked access. */
export function sharedMetadataOf(reader: Reader, seriesPk: number): Promise<SharedMetadata[]> {
  return runPrepared<SharedMetadata, { seriesPk: number }>(reader, 'metadata.of-series', { seriesPk }, (p, query) =>
    query
      .selectFrom('books')
      .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
      .select(['book_metadata.authors', 'book_metadata.tags', 'book_metadata.language_iso as language'])
      .select(sql<number | null>`min(books.release_date)`.as('released'))
      .where('books.series_pk', '=', p.seriesPk)
      .where(sql<boolean>`not books.deleted`)
      .groupBy(['book_metadata.authors', 'book_metadata.tags', 'book_metadata.language_iso'])
      .orderBy(sql`min(coalesce(books.number, 0))`)
      .orderBy(sql`min(books.pk)`)
      .limit(sql.lit(MOST_COMBINATIONS)),
  )
}

/** The summary and number of the first book of a series that has a summary. */
export async function firstSummaryOf(
  reader: Reader,
  seriesPk: number,
): Promise<{ readonly summary: string; readonly number: number | null } | null> {
  const values = { seriesPk }
  const summary = sql<string>`coalesce(books.summary, book_metadata.summary)`
  const [first] = await runPrepared<{ summary: string; number: number | null }, typeof values>(
    reader,
    'metadata.first-summary',
    values,
    (p, query) =>
      query
        .selectFrom('books')
        .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
        .select([summary.as('summary'), 'books.number'])
        .where('books.series_pk', '=', p.seriesPk)
        .where(sql<boolean>`not books.deleted`)
        .where(summary, '<>', '')
        .orderBy(sql`books.number ${reader.dialect.nullsOrder('asc')}`)
        .orderBy('books.sort_key')
        .orderBy('books.pk')
        .limit(sql.lit(1)),
  )
  return first ?? null
}
