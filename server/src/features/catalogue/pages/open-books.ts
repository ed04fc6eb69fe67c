import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atOneRevision, cachedValue, type Reader } from '../../../db'
import { isFolderName } from '../../../formats/book-names'
import type { PageEntry } from '../../../formats/facts'
import { storableStamp } from '../../../formats/stamp'
import { AppError } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { findPagedBook } from './page.queries'
import { unpackPages } from './page-index'

/** A book whose pages are being read: its file, known to be the one that was analysed, and its page index. */
export interface OpenBook {
  readonly id: string
  /** Absolute; of a book that is a folder of images, that folder. */
  readonly file: string
  readonly isFolder: boolean
  readonly fileName: string
  readonly format: string
  readonly fileSize: number
  /** Names the content in ETags and caches: changes when the file does. */
  readonly version: string
  readonly modifiedMs: number
  readonly pages: readonly PageEntry[]
}

/**
 * Opens books for consecutive page requests: row and index are read once while
 * nothing changes, and the file is checked every few seconds only.
 */
export interface OpenBooks {
  /**
   * @throws NotFound when the book or its file is missing or hidden
   * @throws Conflict if the file has changed since the analysis
   */
  open(viewer: Viewer, id: string): Promise<OpenBook>
}

/** Where other processes write too, a row is read again after this time: asking for the revision takes a round trip. */
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
  if (!stats) throw new AppError('NotFound', "The book's file is missing")
  // Each page of a folder is checked when it is sent.
  if (book.isFolder && stats.isDirectory()) return
  const { size, modifiedMs } = storableStamp({ size: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino })
  if (size !== book.fileSize || modifiedMs !== book.modifiedMs) {
    throw new AppError('Conflict', "The book's file has changed. Scan its library to update it.")
  }
}
