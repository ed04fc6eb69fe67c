import { sql } from 'kysely'
import { type JsonType, jsonText, runPrepared, type Tx } from '../../../db'
import { ageOf } from '../../../formats/age-rating'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { wideFactsText } from '../../../formats/wide-facts'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { newId } from '../../../kernel/ids'
import { foldedOrNull } from '../../../kernel/text'
import { externalOfFiles } from '../external'
import { facetsOfMetadata, saveBookFacets } from '../facets'
import { fileRecordText } from './file-record'
import { withLockedFields } from './locked-fields.rules'
import { embeddedOf, type MetadataRow } from './metadata.queries'
import type { OwnColumn } from './own-columns'
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

const COLUMNS = {
  source: 'text',
  title: 'text',
  series: 'text',
  number: 'text',
  volume: 'bigint',
  chapter: 'double precision',
  count: 'bigint',
  summary: 'text',
  publisher: 'text',
  publisher_folded: 'text',
  imprint: 'text',
  year: 'bigint',
  month: 'bigint',
  day: 'bigint',
  language_iso: 'text',
  format_detail: 'text',
  black_and_white: 'boolean',
  manga: 'boolean',
  reading_direction: 'text',
  age_rating: 'text',
  age: 'bigint',
  web: 'text',
  isbns: 'text',
  genres: 'text',
  tags: 'text',
  authors: 'text',
  subtitle: 'text',
  edition: 'text',
  original_title: 'text',
  original_year: 'bigint',
  book_type: 'text',
  facts: 'text',
  updated_at: 'bigint',
} as const satisfies Partial<Record<keyof MetadataRow, JsonType>>

type Column = keyof typeof COLUMNS

const NAMES = Object.keys(COLUMNS) as Column[]

function columnsOf(metadata: EmbeddedMetadata, chapter: number | null, now: number): Record<Column, unknown> {
  return {
    source: metadata.source,
    title: metadata.title,
    series: metadata.series,
    number: metadata.number,
    volume: metadata.volume,
    chapter,
    count: metadata.count,
    summary: metadata.summary,
    publisher: metadata.publisher,
    publisher_folded: foldedOrNull(metadata.publisher),
    imprint: metadata.imprint,
    year: metadata.year,
    month: metadata.month,
    day: metadata.day,
    language_iso: metadata.languageIso,
    format_detail: metadata.formatDetail,
    black_and_white: metadata.blackAndWhite,
    manga: metadata.manga,
    reading_direction: metadata.readingDirection,
    age_rating: metadata.ageRating,
    age: ageOf(metadata.ageRating),
    web: metadata.web,
    isbns: JSON.stringify(metadata.isbns),
    genres: JSON.stringify(metadata.genres),
    tags: JSON.stringify(metadata.tags),
    authors: JSON.stringify(metadata.authors),
    subtitle: metadata.subtitle,
    edition: metadata.edition,
    original_title: metadata.originalTitle,
    original_year: metadata.originalYear,
    book_type: metadata.bookType,
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
    return { book_pk: bookPk, id: newId(), ...columnsOf(withNames(metadata, renamed), chapter, now) }
  })
  const types = { book_pk: 'bigint', id: 'text', ...COLUMNS } as const
  await runPrepared(tx, 'metadata.save', { rows: jsonText(rows) }, (p, query) => {
    const given = tx.dialect.jsonRows<Record<keyof typeof types, never>>(p.rows, types).as('v')
    return query
      .insertInto('book_metadata')
      .columns(['book_pk', 'id', ...NAMES])
      .expression(
        query
          .selectFrom(given)
          .select(['v.book_pk', 'v.id', ...NAMES.map(name => `v.${name}` as const)])
          // Without it SQLite parses the conflict clause as a join.
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict(conflict =>
        conflict
          .column('book_pk')
          .doUpdateSet(eb => Object.fromEntries(NAMES.map(name => [name, eb.ref(`excluded.${name}`)]))),
      )
  })
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

const OWN_TYPES = {
  ...{ series_position: 'double precision', series_total: 'bigint', awards: 'text', custom_metadata: 'text' },
  ...{ file_metadata: 'text', edited_by: 'text' },
} as const satisfies Record<keyof OwnFields, JsonType>

const OWN_NAMES = Object.keys(OWN_TYPES) as (keyof OwnFields)[]

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
  const rows = jsonText(books.map(({ bookPk, own }) => ({ book_pk: bookPk, ...own })))
  await runPrepared(tx, 'metadata.own', { rows }, (p, query) => {
    const types = { book_pk: 'bigint', ...OWN_TYPES } as const
    const given = tx.dialect.jsonRows<Record<keyof typeof types, never>>(p.rows, types).as('v')
    return query
      .updateTable('book_metadata')
      .from(given)
      .set(eb => Object.fromEntries(OWN_NAMES.map(name => [name, eb.ref(`v.${name}`)])))
      .whereRef('book_metadata.book_pk', '=', 'v.book_pk')
  })
}
