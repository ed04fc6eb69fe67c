import type { Reader } from '../../../db'

/** Books in series of a library that were merged into another one. */
export function booksOfMerged(reader: Reader, libraryPk: number) {
  return reader.query
    .selectFrom('series')
    .innerJoin('books', 'books.series_pk', 'series.pk')
    .select(['books.pk', 'books.series_pk', 'series.merged_into_pk as heir_pk'])
    .where('series.merged_into_pk', 'is not', null)
    .where('series.library_pk', '=', libraryPk)
    .$narrowType<{ heir_pk: number }>()
    .execute()
}

/** A file of a book that was merged into a hidden one. */
export type OtherFile = Awaited<ReturnType<typeof otherFiles>>[number]

/** Files of merged books of a library whose heir has lost its own. */
export function otherFiles(reader: Reader, libraryPk: number) {
  return reader.query
    .selectFrom('books')
    .innerJoin('books as heir', 'heir.pk', 'books.merged_into_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.pk', 'books.path', 'books.file_size', 'books.series_pk', 'library_folders.path as folder_path'])
    .select(['heir.pk as heir_pk', 'heir.id as heir_id', 'heir.series_pk as heir_series_pk'])
    .where('books.merged_into_pk', 'is not', null)
    .where('books.library_pk', '=', libraryPk)
    .where('books.deleted_at', 'is', null)
    .where('library_folders.removed_at', 'is', null)
    .where('heir.deleted', '=', true)
    .where('heir.merged_into_pk', 'is', null)
    .orderBy('books.pk')
    .execute()
}
