import type { Selectable } from 'kysely'
import { cachedRows, type Reader, runPrepared } from '../../../db'
import {
  BOOK_VALUE_COLUMNS,
  type BookMetadataTable,
  type BooksTable,
  type BookValueColumn,
} from '../../../db/schema/books'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { wideFactsOf } from '../../../formats/wide-facts'
import { valuesOf } from '../../../kernel/field-columns'
import { type RowsByKey, shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { FILE_COLUMNS } from './metadata-columns'

export type MetadataRow = Selectable<BookMetadataTable>

/** A book's metadata with its locks, and the values that people set in its own row. */
export type LockedMetadata = MetadataRow &
  Pick<Selectable<BooksTable>, 'pk' | 'locks' | BookValueColumn> & { readonly book_id: string }

/** Metadata rows of books, by book key. */
export async function findMetadataOfBooks(
  reader: Reader,
  bookPks: readonly number[],
): Promise<ReadonlyMap<number, LockedMetadata>> {
  if (bookPks.length === 0) return new Map()
  return new Map((await metadataRows(reader, bookPks)).map(row => [row.pk, row]))
}

/** Metadata of books for display: cached until the catalogue changes; the caller has checked access. */
export async function metadataOfBooks(
  reader: Reader,
  viewer: Viewer,
  bookPks: readonly number[],
): Promise<RowsByKey<LockedMetadata>> {
  if (bookPks.length === 0) return new Map()
  return cachedRows(reader, shapeFor(viewer, 'catalogue', 'book metadata'), bookPks, missing =>
    metadataRows(reader, missing),
  )
}

function metadataRows(reader: Reader, bookPks: readonly number[]): Promise<LockedMetadata[]> {
  const values = { books: JSON.stringify(bookPks.map(pk => ({ pk }))) }
  return runPrepared<LockedMetadata, typeof values>(reader, 'metadata.of-books', values, (p, query) =>
    query
      .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' }).as('wanted'))
      .innerJoin('book_metadata', 'book_metadata.book_pk', 'wanted.pk')
      .innerJoin('books', 'books.pk', 'wanted.pk')
      .selectAll('book_metadata')
      .select(['books.locks', 'books.pk', 'books.id as book_id'])
      .select(Object.values(BOOK_VALUE_COLUMNS).map(column => `books.${column}` as const)),
  )
}

/** A row in the form of a file's facts. */
export function embeddedOf(row: MetadataRow): EmbeddedMetadata {
  return {
    ...valuesOf(FILE_COLUMNS, row),
    source: row.source as EmbeddedMetadata['source'],
    readingDirection: row.reading_direction as EmbeddedMetadata['readingDirection'],
    isbns: JSON.parse(row.isbns),
    genres: JSON.parse(row.genres),
    tags: JSON.parse(row.tags),
    authors: JSON.parse(row.authors),
    ...wideFactsOf(row.facts),
  }
}
