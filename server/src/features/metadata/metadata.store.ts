import { type Tx, writeShape } from '../../db'
import type { EmbeddedMetadata } from '../../formats/facts'
import { newId } from '../../kernel/ids'
import { foldedOrNull } from '../../kernel/text'
import { facetsOfMetadata, saveBookFacets } from '../facets'
import { ageOf } from './age.rules'

/** Sets what the book's file says about itself; `chapter` is its number as a chapter, where it has that meaning. */
export async function saveMetadata(
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
export async function removeMetadata(tx: Tx, bookPk: number): Promise<void> {
  await saveBookFacets(tx, bookPk, [])
  await writeShape(tx, 'metadata.remove', { bookPk }, (query, p) =>
    query.deleteFrom('book_metadata').where('book_pk', '=', p.bookPk),
  )
}
