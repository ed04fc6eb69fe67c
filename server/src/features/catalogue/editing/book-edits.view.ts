import type { BookMetadataResponse, BookUpdateResponse } from '@octavo/contract/book-metadata'
import { timestamp } from '../../../kernel/clock'
import { metadataViews } from '../metadata'
import type { BookState } from './edit-book'

/** All editable fields of a book. */
export function bookMetadataView({ book, row, values }: BookState): BookMetadataResponse {
  const named = (role: string) =>
    values.authors
      .filter(author => author.role === role)
      .map(author => author.name)
      .join(', ') || null
  const { bookType, ...rest } = values
  return {
    ...rest,
    ...(bookType && { bookType }),
    bookId: book.id,
    genres: [...values.genres],
    subjects: [...values.subjects],
    authors: [...values.authors],
    awards: [...values.awards],
    genre: values.genres.join(', ') || null,
    isbns: values.isbns.join(', ') || null,
    writer: named('writer'),
    penciller: named('penciller'),
    inker: named('inker'),
    colorist: named('colorist'),
    letterer: named('letterer'),
    coverArtist: named('cover_artist'),
    editor: named('editor'),
    translator: named('translator'),
    locks: metadataViews.bookLocksView(book.locks),
    updatedAt: timestamp(Math.max(book.updated_at, row?.updated_at ?? 0)),
  } as BookMetadataResponse
}

export function bookUpdateView({ book }: BookState): BookUpdateResponse {
  return { id: book.id, title: book.title, number: book.number, updatedAt: timestamp(book.updated_at) }
}
