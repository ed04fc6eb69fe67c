import type { Selectable } from 'kysely'
import { cachedValue, type Reader } from '../../../db'
import type { LibrariesTable, LibraryFoldersTable } from '../../../db/schema/libraries'
import { notFound } from '../../../kernel/app-error'
import { shapeFor } from '../../../kernel/memo'
import { sortKey } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { isPartial, visible, visibleCounts } from '../../people/access'

export type FolderRow = Selectable<LibraryFoldersTable>

/** A library with its folders in order, at least one, and its former folders. */
export type LibraryRow = Selectable<LibrariesTable> & {
  readonly folders: readonly FolderRow[]
  readonly formerFolders: readonly FolderRow[]
}

/**
 * All visible libraries by name: never more than a person creates manually. Cached until the catalogue changes, since
 * every feed of a reading app names them.
 */
export function allLibraries(reader: Reader, viewer: Viewer): Promise<readonly LibraryRow[]> {
  return cachedValue(reader, shapeFor(viewer, 'catalogue', 'libraries'), () => readLibraries(reader, viewer))
}

async function readLibraries(reader: Reader, viewer: Viewer): Promise<LibraryRow[]> {
  const [rows, folders] = await Promise.all([
    reader.query.selectFrom('libraries').selectAll().where(visible(viewer, 'libraries.pk')).orderBy('pk').execute(),
    reader.query
      .selectFrom('library_folders')
      .selectAll()
      .where(visible(viewer, 'library_folders.library_pk'))
      .orderBy('position')
      .execute(),
  ])
  const foldersOf = Map.groupBy(folders, folder => folder.library_pk)
  const keyed = rows.map(row => {
    return { row: withFolders(row, foldersOf.get(row.pk) ?? []), key: Buffer.from(sortKey(row.name)) }
  })
  return asSeen(
    reader,
    viewer,
    keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ row }) => row),
  )
}

/** @throws NotFound for a missing or hidden one */
export async function findLibrary(reader: Reader, viewer: Viewer, id: string): Promise<LibraryRow> {
  const row = await reader.query
    .selectFrom('libraries')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .where(visible(viewer, 'libraries.pk'))
    .executeTakeFirst()
  if (!row) throw notFound('Library')
  const [seen] = await asSeen(reader, viewer, [withFolders(row, await foldersOfLibrary(reader, row.pk))])
  if (!seen) throw notFound('Library')
  return seen
}

/** Libraries for partial viewers: with visible contents only, and without details of missing ones. */
async function asSeen(reader: Reader, viewer: Viewer, libraries: readonly LibraryRow[]): Promise<LibraryRow[]> {
  if (!isPartial(viewer)) return [...libraries]
  const counts = new Map((await visibleCounts(reader, viewer)).map(row => [row.library_pk, row]))
  const withoutAbsences = (folders: readonly FolderRow[]) => folders.map(folder => ({ ...folder, absences: null }))
  return libraries.map(library => ({
    ...library,
    book_count: counts.get(library.pk)?.books ?? 0,
    series_count: counts.get(library.pk)?.series ?? 0,
    folders: withoutAbsences(library.folders),
    formerFolders: withoutAbsences(library.formerFolders),
  }))
}

function withFolders(row: Selectable<LibrariesTable>, all: readonly FolderRow[]): LibraryRow {
  const [folders, formerFolders] = [true, false].map(isPresent =>
    all.filter(folder => (folder.removed_at === null) === isPresent),
  )
  return { ...row, folders: folders ?? [], formerFolders: formerFolders ?? [] }
}

/** The folders of a library in order, and its former ones. */
export function foldersOfLibrary(
  { query }: { readonly query: Pick<Reader['query'], 'selectFrom'> },
  libraryPk: number,
): Promise<FolderRow[]> {
  return query
    .selectFrom('library_folders')
    .selectAll()
    .where('library_pk', '=', libraryPk)
    .orderBy('position')
    .orderBy('pk')
    .execute()
}

/** The library of a folder. */
export function libraryOfFolder(reader: Reader, path: string): Promise<{ pk: number; id: string } | undefined> {
  return reader.query
    .selectFrom('library_folders')
    .innerJoin('libraries', 'libraries.pk', 'library_folders.library_pk')
    .select(['libraries.pk', 'libraries.id'])
    .where('library_folders.path', '=', path)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** A sample of a folder's books; hidden ones only if there are no others. */
export async function sampleOfFolder(
  reader: Reader,
  folderPk: number,
  most: number,
): Promise<{ path: string; file_size: number }[]> {
  for (const deleted of [false, true]) {
    const books = reader.query.selectFrom('books').where('folder_pk', '=', folderPk).where('deleted', '=', deleted)
    const { count } = await books.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    if (count === 0) continue
    const step = Math.ceil(count / most)
    return books
      .select(['path', 'file_size'])
      .where(eb => eb(eb('pk', '%', step), '=', 0))
      .orderBy('path')
      .limit(most)
      .execute()
  }
  return []
}
