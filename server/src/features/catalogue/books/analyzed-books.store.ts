import type { BookFormat } from '@octavo/contract/formats'
import { sql } from 'kysely'
import { type JsonType, jsonText, type Tx, writeRows, writeShape } from '../../../db'
import type { FileStamp } from '../../../formats/facts'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { mainColorOf } from '../../../kernel/main-color'
import { foldedOrNull } from '../../../kernel/text'
import { lockBook } from './locked-books.store'
import { type BookNames, nameColumns } from './locked-names'

/** The result of reading a book's file. */
export interface Analysis {
  readonly bookPk: number
  readonly stamp: FileStamp
  readonly format: BookFormat | null
  readonly fileHash: string
  readonly pagesHash: string | null
  readonly readerSyncHash: string | null
  readonly pageCount: number
  /** Its pages can be shown. */
  readonly analyzed: boolean
  /** One sentence for a person. */
  readonly error: string | null
  readonly thumbHash: string | null
  readonly coverVersion: string | null
  readonly names: BookNames
  readonly summary: string | null
  /** 20260131; unknown parts are 0. */
  readonly releaseDate: number | null
}

/**
 * Saves the results of reading book files, except locked fields. Returns the locks of existing books: if there are any,
 * the row's metadata columns must be set again.
 */
export async function saveAnalyses(
  tx: Tx,
  analyses: readonly Analysis[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = analyses.map(analysis => rowOf(analysis, nameColumns(analysis.names), now))
  const written = await writeAnalyses(tx, rows, 'unlocked')
  const locks = new Map([...written].map(pk => [pk, 0]))
  for (const analysis of analyses) {
    if (written.has(analysis.bookPk)) continue
    const lockedBook = await lockBook(tx, analysis.bookPk)
    if (!lockedBook) continue
    const shown = isLocked(BOOK_LOCKS, lockedBook.locks, 'cover') ? withCoverOf(analysis, lockedBook) : analysis
    await writeAnalyses(tx, [rowOf(shown, nameColumns(analysis.names, lockedBook), now)], 'any')
    locks.set(analysis.bookPk, lockedBook.locks)
  }
  return locks
}

type ShownCover = { readonly cover_version: string | null; readonly thumb_hash: string | null }

/** A locked cover stays; if there was none, the new one is used. */
function withCoverOf(analysis: Analysis, { cover_version, thumb_hash }: ShownCover): Analysis {
  return cover_version === null ? analysis : { ...analysis, coverVersion: cover_version, thumbHash: thumb_hash }
}

/** Records that the facts of a book's file were rejected: everything known of the book stays. */
export function setUnsaved(
  tx: Tx,
  bookPk: number,
  file: { readonly stamp: FileStamp; readonly fileHash: string | null; readonly error: string },
  now: number,
): Promise<void> {
  const { stamp, fileHash, error } = file
  return writeShape(tx, 'books.unsaved', { bookPk, ...stamp, fileHash: fileHash ?? '', error, now }, (query, p) =>
    query
      .updateTable('books')
      .set({
        file_size: p.size,
        file_modified_ms: p.modifiedMs,
        file_inode: p.inode,
        file_hash: p.fileHash,
        analysis_error: p.error,
        updated_at: p.now,
      })
      .where('pk', '=', p.bookPk),
  )
}

/** Columns of `books` except the key, and the format, which stays if unknown. */
const COLUMNS = {
  file_size: 'bigint',
  file_modified_ms: 'bigint',
  file_inode: 'bigint',
  file_hash: 'text',
  pages_hash: 'text',
  reader_sync_hash: 'text',
  page_count: 'bigint',
  title: 'text',
  title_folded: 'text',
  title_sort: 'text',
  title_sort_folded: 'text',
  sort_key: 'text',
  search_text: 'text',
  number: 'double precision',
  volume: 'bigint',
  chapter: 'double precision',
  summary: 'text',
  summary_folded: 'text',
  release_date: 'bigint',
  analyzed: 'boolean',
  analysis_error: 'text',
  thumb_hash: 'text',
  main_color: 'text',
  cover_version: 'text',
  updated_at: 'bigint',
} as const satisfies Readonly<Record<string, JsonType>>

type Column = keyof typeof COLUMNS
type AnalysisRow = Record<Column, unknown> & { readonly pk: number; readonly format: BookFormat | null }

const NAMES = Object.keys(COLUMNS) as Column[]

function rowOf(analysis: Analysis, names: ReturnType<typeof nameColumns>, now: number): AnalysisRow {
  const { stamp } = analysis
  return {
    pk: analysis.bookPk,
    format: analysis.format,
    file_size: stamp.size,
    file_modified_ms: stamp.modifiedMs,
    file_inode: stamp.inode,
    file_hash: analysis.fileHash,
    pages_hash: analysis.pagesHash,
    reader_sync_hash: analysis.readerSyncHash,
    page_count: analysis.pageCount,
    ...names,
    summary: analysis.summary,
    summary_folded: foldedOrNull(analysis.summary),
    release_date: analysis.releaseDate,
    analyzed: analysis.analyzed,
    analysis_error: analysis.error,
    thumb_hash: analysis.thumbHash,
    main_color: mainColorOf(analysis.thumbHash),
    cover_version: analysis.coverVersion,
    updated_at: now,
  }
}

/** Returns the keys that were written. */
async function writeAnalyses(
  tx: Tx,
  rows: readonly AnalysisRow[],
  which: 'unlocked' | 'any',
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set()
  const types = { pk: 'bigint', format: 'text', ...COLUMNS } as const
  const bound = { rows: jsonText(rows) }
  const written = await writeRows<{ pk: number }, typeof bound>(tx, `books.analysis|${which}`, bound, (query, p) => {
    const set = sql.join(NAMES.map(name => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`))
    const update = sql<{ pk: number }>`update books set ${set}, file_format = coalesce(v.format, books.file_format)
      from ${tx.dialect.jsonRows(p.rows, types)} as v
      where books.pk = v.pk ${which === 'any' ? sql`` : sql`and books.locks = 0`} returning books.pk`
    return { compile: () => update.compile(query) }
  })
  return new Set(written.map(({ pk }) => pk))
}
