import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolderName } from '../../../formats/book-names'
import { storableStamp } from '../../../formats/stamp'
import type { ArchiveMember } from '../../../formats/zip/stored-archive'
import { type AppError, refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { folderArchive, type OpenBooks, sentFile } from '../pages'
import { archiveNames } from './archive-names.rules'
import type { DownloadableBook } from './downloads.queries'

/** Bytes read at a time, and files checked at once. */
const STEP = 256 * 1024
const AT_ONCE = 16

/**
 * The files of books as members of an archive, with a folder for each of several series.
 * @throws Conflict if a file is missing or has changed since its analysis
 */
export async function bookMembers(
  openBooks: OpenBooks,
  viewer: Viewer,
  books: readonly DownloadableBook[],
): Promise<ArchiveMember[]> {
  const isMixed = books.some(book => book.series_id !== books[0]?.series_id)
  const names = archiveNames(
    books.map(book => ({ name: sentFile.downloadName(book.file_name), folder: isMixed ? book.series_title : null })),
  )
  const members: ArchiveMember[] = []
  for (let at = 0; at < books.length; at += AT_ONCE) {
    const some = books.slice(at, at + AT_ONCE)
    members.push(...(await Promise.all(some.map((book, i) => memberOf(openBooks, viewer, book, names[at + i] ?? '')))))
  }
  return members
}

/** A strong ETag of the members and their order. */
export function membersEtag(members: readonly ArchiveMember[]): string {
  const hash = createHash('sha256')
  for (const { name, size, modifiedMs, key } of members) hash.update(`${name}\0${size}\0${modifiedMs}\0${key}\n`)
  return `"zip-${hash.digest('hex').slice(0, 32)}"`
}

async function memberOf(
  openBooks: OpenBooks,
  viewer: Viewer,
  book: DownloadableBook,
  name: string,
): Promise<ArchiveMember> {
  const { file_size: size, file_modified_ms: modifiedMs } = book
  const key = `${book.id} ${book.file_hash} ${size} ${modifiedMs}`
  if (isFolderName(book.file_name)) {
    const opened = await openBooks.open(viewer, book.id).catch(() => Promise.reject(notThere(book)))
    const archive = folderArchive(opened)
    return { name, size: archive.size, modifiedMs, key, read: archive.parts }
  }
  const path = join(book.folder_path, book.path)
  const stats = await stat(path).catch(() => null)
  if (stats === null || !isSame(stats, book)) throw notThere(book)
  return { name, size, modifiedMs, key, read: (first, last) => readFile(path, book, first, last) }
}

/** Part of a file; checks before and after reading that the file has not changed since its analysis. */
async function* readFile(
  path: string,
  book: DownloadableBook,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, void> {
  const file = await open(path).catch(() => Promise.reject(notThere(book)))
  try {
    await check(file, book)
    for (let at = first; at <= last; ) {
      const bytes = new Uint8Array(Math.min(STEP, last + 1 - at))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
      if (bytesRead === 0) throw notThere(book)
      at += bytesRead
      // Before the last bytes are sent: a download of a changed file must not look complete.
      if (at > last) await check(file, book)
      yield bytes.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function check(file: FileHandle, book: DownloadableBook): Promise<void> {
  if (!isSame(await file.stat(), book)) throw notThere(book)
}

interface Stats {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

function isSame({ size, mtimeMs, ino }: Stats, book: DownloadableBook): boolean {
  const stamp = storableStamp({ size, modifiedMs: mtimeMs, inode: ino })
  return stamp.size === book.file_size && stamp.modifiedMs === book.file_modified_ms
}

function notThere({ file_name: name }: DownloadableBook): AppError {
  return refused('Conflict', 'file_changed', `“${name}” is missing or has changed. Scan its library to update it.`)
}
