import type { BookDto } from '@octavo/contract/book'
import type { FullBookResponse } from '@octavo/contract/full-book'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { type Names, NO_NAMES, namesOf } from '../facets'
import { findMetadataOfBooks, fullMetadataView, type MetadataRow } from '../metadata'
import { type BookJsonRow, bookText } from './book.json'

/** What lies beside a book in other tables: a noun that brings more of it is asked once for all books of a page. */
interface Beside {
  readonly metadata: (MetadataRow & { readonly locks: number }) | undefined
  readonly names: Names
}

/** Books with all that is known of them: two queries, however many they are. */
export async function fullBooks(
  reader: Reader,
  viewer: Viewer,
  rows: readonly BookJsonRow[],
): Promise<FullBookResponse[]> {
  const pks = rows.map(row => row.pk)
  const [metadata, names] = await Promise.all([findMetadataOfBooks(reader, pks), namesOf(reader, 'books', pks)])
  return rows.map(row =>
    fullBook(JSON.parse(bookText(row, viewer)) as BookDto, {
      metadata: metadata.get(row.pk),
      names: names.get(row.pk) ?? NO_NAMES,
    }),
  )
}

function fullBook({ chapter, summary, volume, ...book }: BookDto, { metadata, names }: Beside): FullBookResponse {
  const { completed = false, completedAt = null } = book.readProgress ?? {}
  const said = fullMetadataView(metadata, book)
  return {
    ...book,
    readCount: completed ? 1 : 0,
    lastCompletedAt: completedAt,
    metadata: {
      ...said,
      chapter: chapter ?? said.chapter,
      summary: summary ?? said.summary,
      volume: volume ?? said.volume,
    },
    genres: [...names.genres],
    tags: [...names.tags],
  }
}
