import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atOneRevision, cachedValue, type Reader } from '../../../db'
import { isFolderName } from '../../../formats/book-names'
import type { PageEntry } from '../../../formats/facts'
import { storableStamp } from '../../../formats/stamp'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { findPagedBook } from './page.queries'
import { unpackPages } from './page-index'

/** An open book: its file, verified as the analysed one, and its page index. */
export interface OpenBook {
  readonly id: string
  /** Absolute; the folder itself for a folder of images. */
  readonly file: string
  readonly isFolder: boolean
  readonly fileName: string
  readonly format: string
  readonly fileSize: number
  /** Identifies the content in ETags and caches: changes with the file. */
  readonly version: string
  readonly modifiedMs: number
  readonly pages: readonly PageEntry[]
}

/**
 * Opens books for consecutive page requests: row and index are read once until something changes, and the file is
 * checked only every few seconds.
 */
export interface OpenBooks {
  /**
   * @throws NotFound if the book or its file is missing or hidden
   * @throws Conflict if the file has changed since the analysis
   */
  open(viewer: Viewer, id: string): Promise<OpenBook>
}

/** If other processes write too, a row is read again after this time: reading the revision takes a round trip. */
const ROW_TRUSTED_MS = 1000
/** A file is checked again after this time. */
const FILE_TRUSTED_MS = 2000

export function createOpenBooks(reader: Reader, clock: Clock): OpenBooks {
  let trusted = { reader, sinceMs: Number.NEGATIVE_INFINITY }
  const readerAt = (now: number) => {
    if (reader.dialect.kind === 'sqlite') return reader
    if (Math.abs(now - trusted.sinceMs) >= ROW_TRUSTED_MS) trusted = { reader: atOneRevision(reader), sinceMs: now }
    return trusted.reader
  }
  return {
    async open(viewer, id) {
      const now = clock()
      const shape = shapeFor(viewer, 'catalogue', 'open book', id.toLowerCase())
      const read = async () => ({ book: await readBook(reader, viewer, id), checkedMs: 0 })
      const opened = await cachedValue(readerAt(now), shape, read)
      if (now - opened.checkedMs > FILE_TRUSTED_MS) {
        await checkFile(opened.book)
        opened.checkedMs = now
      }
      return opened.book
    },
  }
}

async function readBook(reader: Reader, viewer: Viewer, id: string): Promise<OpenBook> {
  const row = await findPagedBook(reader, viewer, id)
  return {
    id: row.id,
    file: join(row.folder_path, row.path),
    isFolder: isFolderName(row.file_name),
    fileName: row.file_name,
    format: row.file_format,
    fileSize: row.file_size,
    version: row.file_hash === '' ? `${row.file_size}-${row.file_modified_ms}` : row.file_hash.slice(0, 20),
    modifiedMs: row.file_modified_ms,
    pages: row.packed === null ? [] : unpackPages(row.packed),
  }
}

async function checkFile(book: OpenBook): Promise<void> {
  const stats = await stat(book.file).catch(() => null)
  if (!stats) throw refused('NotFound', 'file_changed', "The book's file is missing")
  // Pages of a folder are checked when they are sent.
  if (book.isFolder && stats.isDirectory()) return
  const { size, modifiedMs } = storableStamp({ size: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino })
  if (size !== book.fileSize || modifiedMs !== book.modifiedMs) {
    throw refused('Conflict', 'file_changed', "The book's file has changed. Scan its library to update it.")
  }
}
