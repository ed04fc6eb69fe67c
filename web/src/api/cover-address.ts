import { addressOf } from './address'
import type { BookDto, SeriesDto } from './types'

/** The version of the picture, or the name of the server's drawn cover. */
export function bookCover(book: Pick<BookDto, 'id' | 'coverVersion' | 'drawnCover'>): string {
  const version = book.coverVersion ?? book.drawnCover
  return addressOf('/api/v1/books/{book_id}/thumbnail', {
    params: { book_id: book.id },
    ...(version ? { query: { v: version } } : {}),
  })
}

export function seriesCover(series: Pick<SeriesDto, 'id' | 'coverVersion' | 'drawnCover'>): string {
  const version = series.coverVersion ?? series.drawnCover
  return addressOf('/api/v1/series/{series_id}/thumbnail', {
    params: { series_id: series.id },
    ...(version ? { query: { v: version } } : {}),
  })
}
