import type { BookDto } from '@octavo/contract/book'
import type { FullBookResponse } from '@octavo/contract/full-book'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { timestampOrNull } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { findRow } from '../../lists/engine'
import { type Names, NO_NAMES, namesOf } from '../facets'
import { type ItemJson, itemText } from '../items'
import { type MetadataRow, metadataOfBooks, metadataViews } from '../metadata'
import { BOOK_JSON } from './book-row'
import { type Readings, readingsOf } from './readings.queries'

/** Values from other tables, read once for all books of a page. */
interface Related {
  readonly metadata: (MetadataRow & { readonly locks: number }) | undefined
  readonly names: Names
  readonly readings: Readings | undefined
}

/** Complete books: three queries for any number of them. */
export async function fullBooks(
  reader: Reader,
  viewer: Viewer,
  rows: readonly ItemJson[],
): Promise<FullBookResponse[]> {
  const pks = rows.map(row => row.pk)
  const [metadata, names, readings] = await Promise.all([
    metadataOfBooks(reader, viewer, pks),
    namesOf(reader, 'books', pks),
    readingsOf(reader, viewer, pks),
  ])
  return rows.map(row =>
    fullView(JSON.parse(itemText(row)) as BookDto, {
      metadata: metadata.get(row.pk) ?? undefined,
      names: names.get(row.pk) ?? NO_NAMES,
      readings: readings.get(row.pk),
    }),
  )
}

/** @throws NotFound for a missing or hidden one */
export async function fullBook(reader: Reader, viewer: Viewer, id: string): Promise<FullBookResponse> {
  const [book] = await fullBooks(reader, viewer, [await findRow(reader, viewer, BOOK_JSON, id)])
  if (!book) throw notFound('Book')
  return book
}

function fullView(
  { chapter, summary, volume, ...book }: BookDto,
  { metadata, names, readings }: Related,
): FullBookResponse {
  const ofFile = metadataViews.fullMetadataView(metadata, book)
  return {
    ...book,
    readCount: Number(readings?.count ?? 0),
    lastCompletedAt: timestampOrNull(readings?.last_at ?? null),
    metadata: {
      ...ofFile,
      chapter: chapter ?? ofFile.chapter,
      summary: summary ?? ofFile.summary,
      volume: volume ?? ofFile.volume,
    },
    genres: [...names.genres],
    tags: [...names.tags],
  }
}
