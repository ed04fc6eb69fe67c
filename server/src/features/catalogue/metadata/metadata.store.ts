import { insertRows, jsonText, runPrepared, type Tx, updateRows } from '../../../db'
import { ageOf } from '../../../formats/age-rating'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { wideFactsText } from '../../../formats/wide-facts'
import { columnsOf } from '../../../kernel/field-columns'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { newId } from '../../../kernel/ids'
import { foldedOrNull } from '../../../kernel/text'
import { externalOfFiles } from '../external'
import { facetsOfMetadata, saveBookFacets } from '../facets'
import { fileRecordText } from './file-record'
import { withLockedFields } from './locked-fields.rules'
import { embeddedOf, type MetadataRow } from './metadata.queries'
import { FILE_COLUMNS, type OwnColumn } from './metadata-columns'
import { withNames } from './stored-names.store'

/**
 * Sets the metadata of a book's file, null for none, except locked fields; `chapter` is its number, if it is a chapter
 * number. Returns the resulting metadata. The caller has locked the book's row if it has locks.
 */
export async function saveMetadata(
  tx: Tx,
  bookPk: number,
  metadata: EmbeddedMetadata | null,
  { chapter, locks }: { readonly chapter: number | null; readonly locks: number },
  now: number,
): Promise<EmbeddedMetadata | null> {
  const stored = locks === 0 ? null : (await storedMetadataOf(tx, [bookPk])).get(bookPk)
  if (!stored) {
    await saveMetadataOfFiles(tx, [{ bookPk, metadata, chapter }], now)
    return metadata
  }
  const before = embeddedOf(stored)
  const said = metadata ?? emptyMetadata(before.source)
  const merged = withLockedFields(before, said, locks)
  const lockedChapter = isLocked(BOOK_LOCKS, locks, 'chapter') ? stored.chapter : chapter
  await writeMetadata(tx, [{ bookPk, metadata: merged, chapter: lockedChapter }], now)
  await tx.query
    .updateTable('book_metadata')
    .set({ file_metadata: fileRecordText(said, chapter) })
    .where('book_pk', '=', bookPk)
    .execute()
  return merged
}

/** Metadata rows within this transaction, by book key. */
export async function storedMetadataOf(tx: Tx, bookPks: readonly number[]): Promise<ReadonlyMap<number, MetadataRow>> {
  if (bookPks.length === 0) return new Map()
  const rows = await tx.query.selectFrom('book_metadata').selectAll().where('book_pk', 'in', bookPks).execute()
  return new Map(rows.map(row => [row.book_pk, row]))
}

/** Metadata of a book without locks; null for none. */
export interface FileMetadata {
  readonly bookPk: number
  readonly metadata: EmbeddedMetadata | null
  /** Its number, if it is a chapter number. */
  readonly chapter: number | null
}

/** Sets the metadata of the files of books without locks. */
export async function saveMetadataOfFiles(tx: Tx, books: readonly FileMetadata[], now: number): Promise<void> {
  await removeMetadata(
    tx,
    books.flatMap(({ bookPk, metadata }) => (metadata ? [] : [bookPk])),
  )
  await writeMetadata(
    tx,
    books.flatMap(({ bookPk, metadata, chapter }) => (metadata ? [{ bookPk, metadata, chapter }] : [])),
    now,
  )
}

function rowOf(metadata: EmbeddedMetadata, chapter: number | null, now: number) {
  return {
    ...columnsOf(FILE_COLUMNS, metadata),
    source: metadata.source,
    chapter,
    publisher_folded: foldedOrNull(metadata.publisher),
    age: ageOf(metadata.ageRating),
    isbns: JSON.stringify(metadata.isbns),
    genres: JSON.stringify(metadata.genres),
    tags: JSON.stringify(metadata.tags),
    authors: JSON.stringify(metadata.authors),
    facts: wideFactsText(metadata),
    updated_at: now,
  }
}

/** Metadata of books with the columns of their rows. */
async function writeMetadata(
  tx: Tx,
  books: readonly (FileMetadata & { readonly metadata: EmbeddedMetadata })[],
  now: number,
): Promise<void> {
  if (books.length === 0) return
  await externalOfFiles.saveExternalOfFiles(tx, books, now)
  const facets = new Map(books.map(({ bookPk, metadata }) => [bookPk, facetsOfMetadata(metadata)]))
  const renamed = await saveBookFacets(tx, facets)
  const rows = books.map(({ bookPk, metadata, chapter }) => {
    return { book_pk: bookPk, id: newId(), ...rowOf(withNames(metadata, renamed), chapter, now) }
  })
  await insertRows(tx, 'book_metadata', rows, { known: { by: ['book_pk'], keeps: ['id'] } })
}

/** Deletes the metadata of earlier versions of the files. */
async function removeMetadata(tx: Tx, bookPks: readonly number[]): Promise<void> {
  if (bookPks.length === 0) return
  await saveBookFacets(tx, new Map(bookPks.map(pk => [pk, []])))
  await externalOfFiles.saveExternalOfFiles(
    tx,
    bookPks.map(bookPk => ({ bookPk, metadata: null })),
    0,
  )
  await runPrepared(tx, 'metadata.remove', { books: jsonText(bookPks.map(pk => ({ pk }))) }, (p, query) =>
    query
      .deleteFrom('book_metadata')
      .where(
        'book_pk',
        'in',
        query.selectFrom(tx.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' }).as('v')).select('v.pk'),
      ),
  )
}

/** Fields of an edit beyond those of a file. */
export type OwnFields = Pick<MetadataRow, OwnColumn | 'awards' | 'custom_metadata' | 'file_metadata' | 'edited_by'>

export interface EditedMetadata {
  readonly bookPk: number
  readonly metadata: EmbeddedMetadata
  readonly chapter: number | null
  readonly own: OwnFields
}

/** Sets values from a person, regardless of locks. */
export async function saveEdited(tx: Tx, books: readonly EditedMetadata[], now: number): Promise<void> {
  if (books.length === 0) return
  await writeMetadata(tx, books, now)
  const rows = books.map(({ bookPk, own }) => ({ book_pk: bookPk, ...own }))
  await updateRows(tx, 'book_metadata', 'own', rows, { by: ['book_pk'] })
}
