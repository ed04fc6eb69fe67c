import type { z } from 'zod'
import type { Reader, Tx } from '../db'
import type { Viewer } from '../kernel/viewer'

/** Keys of books and series in an archive's rows. */
export interface Mentions {
  readonly books: Set<number>
  readonly series: Set<number>
}

/** The local book that matches a book of an archive. */
export interface MatchedBook {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
  readonly file_format: string
  readonly page_count: number
  readonly file_hash: string
  readonly pages_hash: string | null
}

export type MatchedSeries = Pick<MatchedBook, 'library_pk' | 'library_id'> & {
  readonly pk: number
  readonly id: string
}

/** The result for a row: `missing`: its book or series does not exist here; `newer`: the local data is newer. */
export type Verdict = 'taken' | 'known' | 'newer' | 'missing' | 'invalid' | 'refused'

/** The import of an archive, with the viewer's visibility. */
export interface Importing {
  readonly reader: Reader
  readonly viewer: Viewer
  readonly now: number
  /** By the archive's id. */
  book(id: string): MatchedBook | undefined
  series(id: string): MatchedSeries | undefined
  /** The local id of a book, series or library of the archive; null if missing. */
  idHere(id: string): string | null
  /** A text with the archive's ids replaced by local ones, where they exist. */
  rename(text: string): string
  /** One transaction. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** An additional file besides the rows. */
export interface ExtraFile {
  readonly name: string
  readonly text: string
}

/**
 * One part of a user's data, exported and imported by its feature: a file of rows, each a line of JSON. All parts are
 * listed in `app/data-parts.ts`.
 */
export interface DataPart<Row extends object> {
  /** Base name of the files: `NAME.jsonl`, and `NAME.csv`. */
  readonly name: string
  /** Schema of a row; invalid rows are skipped. */
  readonly row: z.ZodType<Row>
  /** Columns of an additional CSV file, where useful. */
  readonly csv?: readonly string[]
  /** All rows of the viewer, in batches, in import order. Hidden items are left out. */
  rows(reader: Reader, viewer: Viewer, mentions: Mentions): AsyncGenerator<readonly object[], void, void>
  files?(reader: Reader, viewer: Viewer): AsyncGenerator<ExtraFile, void, void>
  /** A preview of each row's result; writes nothing. */
  judge(importing: Importing, rows: readonly Row[]): Promise<readonly Verdict[]>
  /** Imports rows that `judge` accepts, like a request of the feature. Returns those rejected after all. */
  save(importing: Importing, rows: readonly Row[]): Promise<readonly Row[]>
}

/** Any part, for the list of all. */
export type AnyDataPart = DataPart<object>

/** Rows per statement. */
export const ROWS_AT_ONCE = 500

/** Reads a table by its growing key, in batches. */
export async function* byKey<Row extends { readonly pk: number }>(
  read: (after: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void, void> {
  for (let after = 0; ; ) {
    const rows = await read(after, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.pk ?? after
  }
}
