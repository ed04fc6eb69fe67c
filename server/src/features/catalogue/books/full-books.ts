import { type BookDto, BookValues } from '@octavo/contract/book'
import { without } from '@octavo/contract/field-schemas'
import type { FullBookResponse } from '@octavo/contract/full-book'
import type { Reader } from '../../../db'
import { timestampOrNull } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { NO_NAMES, namesOf } from '../facets'
import { type ItemJson, itemText } from '../items'
import { metadataOfBooks, metadataViews } from '../metadata'
import { readingsOf } from './readings.queries'

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
  return rows.map(row => {
    const book = JSON.parse(itemText(row)) as BookDto
    const { chapter, summary, volume } = book
    const ofFile = metadataViews.fullMetadataView(metadata.get(row.pk) ?? undefined, book)
    const { genres, tags } = names.get(row.pk) ?? NO_NAMES
    const readingsOfBook = readings.get(row.pk)
    return {
      ...without(book, BookValues),
      readCount: Number(readingsOfBook?.count ?? 0),
      lastCompletedAt: timestampOrNull(readingsOfBook?.last_at ?? null),
      metadata: {
        ...ofFile,
        chapter: chapter ?? ofFile.chapter,
        summary: summary ?? ofFile.summary,
        volume: volume ?? ofFile.volume,
      },
      genres: [...genres],
      tags: [...tags],
    }
  })
}
