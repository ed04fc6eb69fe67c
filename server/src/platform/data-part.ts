import type { z } from 'zod'
import type { Reader, Tx } from '../db'
import type { Viewer } from '../kernel/viewer'

/** Books and series that rows of an archive name, by their keys. */
export interface Mentions {
  readonly books: Set<number>
  readonly series: Set<number>
}

/** A book of this server that a book of an archive is. */
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

/** What becomes of a row: `missing`: its book or series is not here; `newer`: here is something newer. */
export type Verdict = 'taken' | 'known' | 'newer' | 'missing' | 'invalid' | 'refused'

/** An archive that is brought in, for somebody who sees what the viewer sees. */
export interface Importing {
  readonly reader: Reader
  readonly viewer: Viewer
  readonly now: number
  /** By the id that the archive has. */
  book(id: string): MatchedBook | undefined
  series(id: string): MatchedSeries | undefined
  /** The id here of a book, series or library of the archive; null when it is not here. */
  idHere(id: string): string | null
  /** A text with the ids of this server in place of those of the archive, as far as they are here. */
  rename(text: string): string
  /** One transaction. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A file of its own next to the rows. */
export interface ExtraFile {
  readonly name: string
  readonly text: string
}

/**
 * One part of what belongs to a person, as its feature exports and imports it: a file of rows, each a line of JSON. The parts are listed
 * once, in `app/data-parts.ts`.
 */
export interface DataPart<Row extends object> {
  /** Names the files: `NAME.jsonl`, and `NAME.csv`. */
  readonly name: string
  /** What a row has to be; anything else is skipped. */
  readonly row: z.ZodType<Row>
  /** Columns of a copy as CSV, where one is useful. */
  readonly csv?: readonly string[]
  /** All rows of the viewer, some at a time, in the order in which they are taken. What the viewer does not see is not in them. */
  rows(reader: Reader, viewer: Viewer, mentions: Mentions): AsyncGenerator<readonly object[], void, void>
  files?(reader: Reader, viewer: Viewer): AsyncGenerator<ExtraFile, void, void>
  /** What would become of each row; writes nothing. */
  judge(importing: Importing, rows: readonly Row[]): Promise<readonly Verdict[]>
  /** Writes rows that `judge` would take, as the feature writes them for a request. Answers those that were refused after all. */
  save(importing: Importing, rows: readonly Row[]): Promise<readonly Row[]>
}

/** Any part, for the list of all. */
export type AnyDataPart = DataPart<object>

/** Rows read in one statement. */
export const ROWS_AT_ONCE = 500

/** Reads a table by its growing key, some rows at a time. */
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
