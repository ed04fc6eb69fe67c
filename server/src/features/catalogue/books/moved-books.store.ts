import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db'
import type { FileStamp } from '../../../formats/facts'
import { fileNameMd5 } from '../../../formats/hashes'
import { foldedOrNull } from '../../../kernel/text'
import { editionKey } from '../../../naming/editions.rules'
import { changeEditions, editionPlaces } from './editions.store'
import { type BookNames, nameColumns } from './locked-names'
import { publishBookEvents } from './publish-book-events'
import { stampColumns, updateUnlocked } from './written-books.store'

/** The series that a scan or rule assigns to a book, unless a person has chosen it. */
const series_pk: RawBuilder<number> = sql`case when books.series_chosen then books.series_pk else v.series_pk end`

export interface RenamedBook {
  readonly pk: number
  readonly seriesPk: number
  readonly names: BookNames
}

export interface MovedBook extends RenamedBook {
  readonly folderPk: number
  readonly path: string
  readonly fileName: string
  readonly stamp: FileStamp
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
  const pks = moved.map(({ pk }) => pk)
  const own = new Set(await freePaths(tx, libraryPk, pks))
  const before = await editionPlaces(tx, [...own])
  await updateUnlocked(
    tx,
    'move',
    moved.filter(({ pk }) => own.has(pk)),
    ({ pk, folderPk, path, fileName, seriesPk, stamp, names }, locked) => ({
      ...{ pk, folder_pk: folderPk, series_pk: seriesPk, path, path_folded: foldedOrNull(path) },
      ...{ file_name: fileName, file_name_md5: fileNameMd5(fileName), edition_key: editionKey(path) },
      ...stampColumns(stamp),
      ...nameColumns(names, locked),
      ...{ deleted_at: null, updated_at: now },
    }),
    { set: { series_pk, deleted: sql`books.merged_into_pk is not null` } },
  )
  await changeEditions(tx, before, 'all')
  await changeEditions(tx, await editionPlaces(tx, [...own]))
  return own
}

/**
 * Frees the paths of books whose files have moved, and returns their keys. A free path begins with two slashes, which
 * no file's does.
 */
export async function freePaths(tx: Tx, libraryPk: number, bookPks: readonly number[]): Promise<number[]> {
  const rows = await tx.query
    .updateTable('books')
    .set({ path: sql<string>`'//' || cast(pk as text)` })
    .where(tx.dialect.isKeyOf(sql.ref('pk'), JSON.stringify(bookPks)))
    .where('library_pk', '=', libraryPk)
    .returning('pk')
    .execute()
  return rows.map(({ pk }) => pk)
}

const HAS_OTHER_NAMES = sql<SqlBool>`((books.series_pk, books.title, books.search_text) <> (${series_pk}, v.title, v.search_text)
  or books.number is distinct from v.number or books.volume is distinct from v.volume
  or books.chapter is distinct from v.chapter or books.title_sort is distinct from v.title_sort)`

/** Whether a book is in the library of its new series: the scan of another library may have taken it over. */
export const IS_OF_LIBRARY = sql<SqlBool>`books.library_pk = (select library_pk from series where series.pk = v.series_pk)`

/**
 * Renames books, except locked names, and sets the series that follows. Publishes an event for each changed book;
 * unchanged ones are not written.
 */
export async function renameBooks(tx: Tx, books: readonly RenamedBook[], now: number): Promise<void> {
  const renamed = await updateUnlocked(
    tx,
    'rename',
    books,
    ({ pk, seriesPk, names }, locked) => ({
      ...{ pk, series_pk: seriesPk },
      ...nameColumns(names, locked),
      updated_at: now,
    }),
    { only: sql<SqlBool>`${IS_OF_LIBRARY} and ${HAS_OTHER_NAMES}`, set: { series_pk } },
    'locked',
  )
  const live = renamed.filter(({ deleted }) => !deleted).map(({ pk }) => pk)
  await publishBookEvents(tx, live, 'book_updated')
}

/** Moves books of a library to a series chosen by a person, or back. Returns the moved ones. */
export async function chooseSeries(
  tx: Tx,
  bookPks: readonly number[],
  { seriesPk, isChosen, now }: { readonly seriesPk: number; readonly isChosen: boolean; readonly now: number },
): Promise<number[]> {
  if (bookPks.length === 0) return []
  const rows = await tx.query
    .updateTable('books')
    .set({ series_pk: seriesPk, series_chosen: isChosen, updated_at: now })
    .where('pk', 'in', bookPks)
    .where('library_pk', '=', db => db.selectFrom('series').select('library_pk').where('series.pk', '=', seriesPk))
    .returning(['pk', 'folder_pk', 'edition_key'])
    .execute()
  await changeEditions(tx, rows)
  return rows.map(row => row.pk)
}

/** Hides a book as another file of `heirPk`; its row keeps the file's path, so that no scan adds it as a new book. */
export async function hideMerged(tx: Tx, pk: number, heirPk: number, now: number): Promise<void> {
  await tx.query
    .updateTable('books')
    .set({ merged_into_pk: heirPk, deleted: true, deleted_at: null, updated_at: now })
    .where('pk', '=', pk)
    .execute()
  await changeEditions(tx, await editionPlaces(tx, [pk]))
}

/** Shows a merged book again. False if it is gone, or merged into another book by now. */
export async function showMerged(tx: Tx, pk: number, heirPk: number, now: number): Promise<boolean> {
  const rows = await tx.query
    .updateTable('books')
    // Missing if its file was deleted meanwhile.
    .set({ merged_into_pk: null, deleted: sql<boolean>`deleted_at is not null`, updated_at: now })
    .where('pk', '=', pk)
    .where(sql<SqlBool>`merged_into_pk = ${heirPk}`)
    .returning(['folder_pk', 'edition_key'])
    .execute()
  await changeEditions(tx, rows)
  return rows.length > 0
}
