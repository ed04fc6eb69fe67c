import { type Tx, writeShape } from '../../db'
import { emptyMetadata } from '../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../formats/facts'
import { BOOK_LOCKS, isLocked } from '../../kernel/field-locks'
import { newId } from '../../kernel/ids'
import { foldedOrNull } from '../../kernel/text'
import { facetsOfMetadata, saveBookFacets } from '../facets'
import { ageOf } from './age.rules'
import { keptFields } from './kept-fields.rules'
import { embeddedOf, type MetadataRow } from './metadata.queries'

/**
 * Sets what the book's file says about itself, null for nothing, but for what a person has locked; `chapter` is its number as a
 * chapter, where it has that meaning. Answers what the book has then. The caller holds the book's row when it has locks.
 */
export async function saveMetadata(
  tx: Tx,
  bookPk: number,
  metadata: EmbeddedMetadata | null,
  { chapter, locks }: { readonly chapter: number | null; readonly locks: number },
  now: number,
): Promise<EmbeddedMetadata | null> {
  const stored = locks === 0 ? null : await storedMetadata(tx, bookPk)
  if (!stored) {
    if (metadata) await writeMetadata(tx, bookPk, metadata, chapter, now)
    else await removeMetadata(tx, bookPk)
    return metadata
  }
  const before = embeddedOf(stored)
  const kept = keptFields(before, metadata ?? emptyMetadata(before.source), locks)
  await writeMetadata(tx, bookPk, kept, isLocked(BOOK_LOCKS, locks, 'chapter') ? stored.chapter : chapter, now)
  return kept
}

/** The row of a book as this transaction sees it; null when there is none. */
export async function storedMetadata(tx: Tx, bookPk: number): Promise<MetadataRow | null> {
  const row = await tx.query.selectFrom('book_metadata').selectAll().where('book_pk', '=', bookPk).executeTakeFirst()
  return row ?? null
}

/** Metadata of a book with the columns of its row. */
async function writeMetadata(
  tx: Tx,
  bookPk: number,
  metadata: EmbeddedMetadata,
  chapter: number | null,
  now: number,
): Promise<void> {
  const columns = {
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
    updated_at: now,
  }
  await saveBookFacets(tx, bookPk, facetsOfMetadata(metadata))
  await writeShape(tx, 'metadata.save', { ...columns, book_pk: bookPk, id: newId() }, (query, p) => {
    const { book_pk, id, ...changed } = Object.fromEntries(
      ['book_pk', 'id', ...Object.keys(columns)].map(name => [name, p[name as keyof typeof p]]),
    ) as unknown as typeof columns & { book_pk: number; id: string }
    return query
      .insertInto('book_metadata')
      .values({ book_pk, id, ...changed })
      .onConflict(conflict => conflict.column('book_pk').doUpdateSet(changed))
  })
}

/** Forgets what an earlier version of the file said about itself. */
async function removeMetadata(tx: Tx, bookPk: number): Promise<void> {
  await saveBookFacets(tx, bookPk, [])
  await writeShape(tx, 'metadata.remove', { bookPk }, (query, p) =>
    query.deleteFrom('book_metadata').where('book_pk', '=', p.bookPk),
  )
}

/** What no file tells of a book. */
export type OwnFields = Pick<
  MetadataRow,
  | 'subtitle'
  | 'edition'
  | 'original_title'
  | 'original_year'
  | 'series_position'
  | 'series_total'
  | 'book_type'
  | 'awards'
  | 'custom_metadata'
>

/** Sets what a person says of a book, whatever is locked. */
export async function saveEdited(
  tx: Tx,
  bookPk: number,
  {
    metadata,
    chapter,
    own,
  }: { readonly metadata: EmbeddedMetadata; readonly chapter: number | null; readonly own: OwnFields },
  now: number,
): Promise<void> {
  await writeMetadata(tx, bookPk, metadata, chapter, now)
  await tx.query.updateTable('book_metadata').set(own).where('book_pk', '=', bookPk).execute()
}
