import { BookDto, BookMetadataDto, BookValues } from './book'
import { without } from './field-schemas'
import { GenreDto, TagDto } from './genre'
import { Int64, nullable, Timestamp, Uuid } from './ids'
import { BookMetadataLocks } from './locks'
import { json, route } from './route'
import * as z from './zod'

const person = nullable(z.string())
const { id: _id, bookId: _bookId, series: _series, pageCount: _pageCount, ...metadata } = BookMetadataDto.shape

export const BookFullMetadata = z
  .object({
    ...metadata,
    titleSort: nullable(z.string()),
    writer: person,
    penciller: person,
    inker: person,
    colorist: person,
    letterer: person,
    coverArtist: person,
    editor: person,
    locks: BookMetadataLocks,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'BookFullMetadata' })
export type BookFullMetadata = z.infer<typeof BookFullMetadata>

export const FullBookResponse = z
  .object({
    ...without(BookDto.shape, BookValues),
    readCount: Int64.meta({ description: 'How often the caller has finished the book' }),
    lastCompletedAt: nullable(Timestamp),
    metadata: BookFullMetadata,
    genres: z.array(GenreDto),
    tags: z.array(TagDto),
  })
  .meta({ id: 'FullBookResponse' })
export type FullBookResponse = z.infer<typeof FullBookResponse>

export const getBookFull = route({
  id: 'get_book_full',
  method: 'get',
  path: '/api/v1/books/{book_id}/full',
  tag: 'Books',
  summary: 'One book with full metadata',
  access: 'books-read',
  params: z.object({ book_id: Uuid }),
  status: 200,
  payload: json(FullBookResponse),
  also: [304],
  errors: [404],
})
