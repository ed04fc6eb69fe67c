import { type Tx, writeShape } from '../../db'
import type { FileStamp } from '../../formats/facts'
import { foldedOrNull } from '../../kernel/text'
import type { BookNames } from './books.store'

export interface MovedBook {
  readonly pk: number
  readonly folderPk: number
  readonly path: string
  readonly fileName: string
  readonly seriesPk: number
  readonly stamp: FileStamp
  readonly names: BookNames
}

/** Gives books the paths that their files have now. Paths may change in a circle, so all are freed first. */
export async function moveBooks(tx: Tx, moved: readonly MovedBook[], now: number): Promise<void> {
  await freePaths(
    tx,
    moved.map(book => book.pk),
  )
  for (const { pk, folderPk, path, fileName, seriesPk, stamp, names } of moved) {
    const folded = { titleFolded: foldedOrNull(names.title), pathFolded: foldedOrNull(path) }
    const place = { pk, folderPk, path, fileName, seriesPk, deleted: false, at: null as number | null }
    const values = { ...place, ...stamp, ...names, ...folded, now }
    await writeShape(tx, 'books.move', values, (query, p) =>
      query
        .updateTable('books')
        .set({
          folder_pk: p.folderPk,
          path: p.path,
          path_folded: p.pathFolded,
          file_name: p.fileName,
          series_pk: p.seriesPk,
          file_size: p.size,
          file_modified_ms: p.modifiedMs,
          file_inode: p.inode,
          title: p.title,
          title_folded: p.titleFolded,
          sort_key: p.sortKey,
          search_text: p.searchText,
          number: p.number,
          volume: p.volume,
          chapter: p.chapter,
          deleted: p.deleted,
          deleted_at: p.at,
          updated_at: p.now,
        })
        .where('pk', '=', p.pk),
    )
  }
}

/** Takes the paths from books whose files lie elsewhere by now. No file has such a path: it begins with two slashes. */
export async function freePaths(tx: Tx, bookPks: readonly number[]): Promise<void> {
  for (const pk of bookPks) {
    await writeShape(tx, 'books.free-path', { pk, path: `//${pk}` }, (query, p) =>
      query.updateTable('books').set({ path: p.path }).where('pk', '=', p.pk),
    )
  }
}
