import type { Reader, Tx } from '../../../db'

/** A book read by an older version, and the stamp of its file then. */
export interface UnsummedBook {
  readonly pk: number
  readonly folder: string
  /** Below the folder. */
  readonly path: string
  readonly fileHash: string
}

/** Ids of the libraries with such books. */
export async function unsummedLibraries(reader: Reader): Promise<readonly string[]> {
  const rows = await reader.query
    .selectFrom('libraries')
    .select('id')
    .where('pk', 'in', query =>
      query
        .selectFrom('unsummed_books')
        .innerJoin('books', 'books.pk', 'unsummed_books.book_pk')
        .select('books.library_pk')
        .where('books.deleted', '=', false),
    )
    .orderBy('pk')
    .execute()
  return rows.map(({ id }) => id)
}

/** The next of them whose files should exist, by key. */
export function unsummedBooks(
  reader: Reader,
  libraryId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<UnsummedBook[]> {
  return reader.query
    .selectFrom('unsummed_books')
    .innerJoin('books', 'books.pk', 'unsummed_books.book_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.pk', 'library_folders.path as folder', 'books.path', 'books.file_hash as fileHash'])
    .where('libraries.id', '=', libraryId)
    .where('book_pk', '>', after)
    .where('books.deleted', '=', false)
    .where('library_folders.removed_at', 'is', null)
    .orderBy('book_pk')
    .limit(limit)
    .execute()
}

/** These have all possible hashes now. */
export async function setSummed(tx: Tx, pks: readonly number[]): Promise<void> {
  if (pks.length > 0) await tx.query.deleteFrom('unsummed_books').where('book_pk', 'in', pks).execute()
}
