import { sql } from 'kysely'
import { pathStart, type Tx } from '../../../db'
import type { DeletedBook } from './deleted-books.store'
import { changeEditions, editionPlaces } from './editions.store'
import { nameColumns } from './locked-names'
import { lockBook } from './written-books.store'

/** A book of the target library, and what it takes from the row that it replaces. */
export interface Heir {
  /** The row that stays: its id, and everything readers have stored. */
  readonly pk: number
  /** The new row of the same file, without any reader's data; it is deleted. */
  readonly freshPk: number
}

/**
 * Gives books the place, file and names (except locked ones) of the rows of `freshPk`, and deletes those. Values read
 * from the content stay with the heir. Returns the replaced rows.
 */
export async function inherit(tx: Tx, heirs: readonly Heir[], now: number): Promise<DeletedBook[]> {
  const gone: DeletedBook[] = []
  const before = await editionPlaces(
    tx,
    heirs.map(({ pk }) => pk),
  )
  for (const { pk, freshPk } of heirs) {
    const fresh = await tx.query
      .deleteFrom('books')
      .where('pk', '=', freshPk)
      .returning([
        ...(['id', 'cover_version', 'library_pk', 'folder_pk', 'series_pk', 'path', 'path_folded'] as const),
        ...([
          'file_name',
          'file_name_md5',
          'edition_key',
          'file_size',
          'file_modified_ms',
          'file_inode',
          'beside_stamp',
        ] as const),
        ...(['title', 'sort_key', 'search_text', 'number', 'volume', 'chapter'] as const),
      ])
      .executeTakeFirstOrThrow()
    const { id, cover_version, title, sort_key, search_text, number, volume, chapter, ...place } = fresh
    const names = { title, sortKey: sort_key, searchText: search_text, number, volume, chapter }
    const lockedBook = (await lockBook(tx, pk)) ?? undefined
    await tx.query
      .updateTable('books')
      .set({
        ...place,
        ...chosenOf(place),
        ...nameColumns(names, lockedBook),
        deleted: false,
        deleted_at: null,
        last_seen_at: null,
        updated_at: now,
      })
      .where('pk', '=', pk)
      .execute()
    gone.push({ bookId: id, version: cover_version })
  }
  await changeEditions(tx, before, 'all')
  await changeEditions(
    tx,
    await editionPlaces(
      tx,
      heirs.map(({ pk }) => pk),
    ),
  )
  return gone
}

/** A chosen series applies within its library only. */
function chosenOf({ library_pk, series_pk }: { readonly library_pk: number; readonly series_pk: number }) {
  const stays = sql`series_chosen and library_pk = ${library_pk}`
  return {
    series_pk: sql<number>`case when ${stays} then series_pk else ${series_pk} end`,
    series_chosen: sql<boolean>`${stays}`,
  }
}

/**
 * Moves the hidden books of a series to a folder of another library. Paths stay the same unless taken, also by another
 * of these books from a different folder.
 */
export async function moveHiddenBooks(
  tx: Tx,
  seriesPk: number,
  { libraryPk, folderPk }: { readonly libraryPk: number; readonly folderPk: number },
): Promise<void> {
  const isTaken = sql<boolean>`exists (
    select 1 from books other where other.path = books.path
    and ${pathStart(sql.ref('other.path'))} = ${pathStart(sql.ref('books.path'))} and (other.folder_pk = ${folderPk}
    or other.series_pk = ${seriesPk} and other.library_pk <> ${libraryPk} and other.deleted and other.pk < books.pk))`
  await tx.query
    .updateTable('books')
    .set({
      library_pk: libraryPk,
      folder_pk: folderPk,
      path: sql<string>`case when ${isTaken} then '//' || cast(pk as text) else path end`,
    })
    .where('series_pk', '=', seriesPk)
    .where('library_pk', '<>', libraryPk)
    .where('deleted', '=', true)
    .execute()
}
