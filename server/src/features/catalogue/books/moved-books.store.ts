import { sql } from 'kysely'
import { type Tx, writeRows } from '../../../db'
import type { FileStamp } from '../../../formats/facts'
import { fileNameMd5 } from '../../../formats/hashes'
import { foldedOrNull } from '../../../kernel/text'
import { lockBook } from './locked-books.store'
import { type BookNames, columnsOf, nameColumns } from './locked-names'
import { unlessChosen } from './regrouped-books.store'

export interface MovedBook {
  readonly pk: number
  readonly folderPk: number
  readonly path: string
  readonly fileName: string
  readonly seriesPk: number
  readonly stamp: FileStamp
  readonly names: BookNames
}

/**
 * Sets new paths and names of moved files of a library, except locked names. Paths may form a cycle, so all are freed
 * first. Returns the keys of the moved books: the scan of another library may have taken one over.
 */
export async function moveBooks(
  tx: Tx,
  libraryPk: number,
  moved: readonly MovedBook[],
  now: number,
): Promise<ReadonlySet<number>> {
  const pks = moved.map(book => book.pk)
  const own = new Set(await freePaths(tx, libraryPk, pks))
  for (const book of moved) {
    if (!own.has(book.pk)) continue
    if (await move(tx, book, nameColumns(book.names), now, 'unlocked')) continue
    const lockedBook = await lockBook(tx, book.pk)
    if (lockedBook) await move(tx, book, nameColumns(book.names, lockedBook), now, 'any')
  }
  return own
}

async function move(
  tx: Tx,
  { pk, folderPk, path, fileName, seriesPk, stamp }: MovedBook,
  columns: ReturnType<typeof nameColumns>,
  now: number,
  which: 'unlocked' | 'any',
): Promise<boolean> {
  const place = { pk, folderPk, path, fileName, seriesPk, at: null as number | null }
  const made = { pathFolded: foldedOrNull(path), fileNameMd5: fileNameMd5(fileName), now }
  const values = { ...place, ...stamp, ...columns, ...made }
  const rows = await writeRows<{ pk: number }, typeof values>(tx, `books.move|${which}`, values, (query, p) => {
    const update = query
      .updateTable('books')
      .set({
        folder_pk: p.folderPk,
        path: p.path,
        path_folded: p.pathFolded,
        file_name: p.fileName,
        file_name_md5: p.fileNameMd5,
        series_pk: unlessChosen(p.seriesPk),
        file_size: p.size,
        file_modified_ms: p.modifiedMs,
        file_inode: p.inode,
        ...columnsOf(p),
        deleted: sql<boolean>`merged_into_pk is not null`,
        deleted_at: p.at,
        updated_at: p.now,
      })
      .where('pk', '=', p.pk)
    return (which === 'any' ? update : update.where('locks', '=', 0)).returning('pk')
  })
  return rows.length > 0
}

/**
 * Frees the paths of books whose files have moved, and returns their keys. A free path begins with two slashes, which
 * no file's does.
 */
export async function freePaths(tx: Tx, libraryPk: number, bookPks: readonly number[]): Promise<number[]> {
  const freed: number[] = []
  for (const pk of bookPks) {
    const values = { pk, libraryPk, path: `//${pk}` }
    const rows = await writeRows<{ pk: number }, typeof values>(tx, 'books.free-path', values, (query, p) =>
      query
        .updateTable('books')
        .set({ path: p.path })
        .where('pk', '=', p.pk)
        .where('library_pk', '=', p.libraryPk)
        .returning('pk'),
    )
    freed.push(...rows.map(row => row.pk))
  }
  return freed
}
