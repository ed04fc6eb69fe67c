import { Int32, nullable, numeral, Timestamp, Uuid } from './ids'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const Share = z.number().min(0).max(1)

/** A crop, in fractions of width and height. */
export const CoverCrop = z
  .object({ x: Share, y: Share, width: z.number().min(0.05).max(1), height: z.number().min(0.05).max(1) })
  .refine(({ x, y, width, height }) => x + width <= 1.000001 && y + height <= 1.000001, {
    error: 'must lie within the image',
  })
  .meta({ id: 'CoverCrop', description: 'Area of an image, as fractions of its width and height' })
export type CoverCrop = z.infer<typeof CoverCrop>

const cover = {
  id: Uuid,
  source: z.string().meta({
    description: 'extracted, folder, generated, custom (uploaded), url, page:N, or book:ID of the book it is from',
  }),
  path: z.string().meta({ description: 'Address of the image' }),
  isSelected: z.boolean(),
  width: nullable(Int32),
  height: nullable(Int32),
  crop: nullable(CoverCrop),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const BookCoverDto = z.object({ ...cover, bookId: Uuid }).meta({ id: 'BookCoverDto' })
export const SeriesCoverDto = z.object({ ...cover, seriesId: Uuid }).meta({ id: 'SeriesCoverDto' })
export const LibraryCoverDto = z.object({ ...cover, libraryId: Uuid }).meta({ id: 'LibraryCoverDto' })
export const FacetCoverDto = z.object({ ...cover, facetId: Uuid }).meta({ id: 'FacetCoverDto' })
export type CoverDto = z.infer<z.ZodObject<typeof cover>>

export const BookCoverListResponse = z.object({ covers: z.array(BookCoverDto) }).meta({ id: 'BookCoverListResponse' })
export const SeriesCoverListResponse = z
  .object({ covers: z.array(SeriesCoverDto) })
  .meta({ id: 'SeriesCoverListResponse' })
export const LibraryCoverListResponse = z
  .object({ covers: z.array(LibraryCoverDto) })
  .meta({ id: 'LibraryCoverListResponse' })

export const FacetCoverListResponse = z
  .object({ covers: z.array(FacetCoverDto) })
  .meta({ id: 'FacetCoverListResponse' })

/** The source of a cover: a page of a book, the cover of a book, a web address, or drawn from the title. */
export const AddCoverRequest = z
  .object({
    url: nullable(z.string().max(2000).meta({ description: 'Web address of an image' })),
    bookId: nullable(Uuid.meta({ description: 'Book of the page or cover; needed for all but books' })),
    page: nullable(z.int32().min(1).max(1_000_000).meta({ description: 'Page of the book; absent: its cover' })),
    generated: nullable(z.boolean().meta({ description: 'Draw one from the title' })),
    crop: nullable(CoverCrop),
  })
  .meta({ id: 'AddCoverRequest' })
export type AddCoverRequest = z.infer<typeof AddCoverRequest>

/** Null shows the whole picture. */
export const ChangeCoverRequest = z.object({ crop: CoverCrop.nullable() }).meta({ id: 'ChangeCoverRequest' })

export const SelectCoverSourceRequest = z
  .object({
    source: z.string().max(100).meta({ description: 'default (of the first book) or custom (the newest added one)' }),
  })
  .meta({ id: 'SelectCoverSourceRequest' })

export const CoverUploadForm = z
  .object({ file: z.string().meta({ format: 'binary', description: 'The image; `cover` and `image` also work' }) })
  .meta({ id: 'CoverUploadForm' })

export const ImageQuery = z.object({
  width: numeral(z.int().min(1).max(10_000)).optional(),
  v: z.string().max(100).optional(),
  whole: z.enum(['true', 'false']).optional().meta({ description: 'The image without its crop' }),
})

const BookParams = z.object({ book_id: Uuid })
const BookCoverParams = z.object({ book_id: Uuid, cover_id: Uuid })
const book = { tag: 'Books', params: BookParams } as const
const bookCover = { tag: 'Books', params: BookCoverParams } as const
const bookPath = '/api/v1/books/{book_id}'

export const uploadBookCover = route({
  ...book,
  id: 'upload_book_cover',
  method: 'post',
  path: `${bookPath}/cover`,
  summary: 'Upload an image as the cover of a book; it is selected and locked',
  access: 'books-write',
  upload: CoverUploadForm,
  status: 200,
  payload: json(BookCoverDto),
  errors: [404],
})

export const addBookCover = route({
  ...book,
  id: 'add_book_cover',
  method: 'post',
  path: `${bookPath}/covers`,
  summary: 'Create a cover from a page, a web address or the title; it is selected and locked',
  access: 'books-write',
  body: AddCoverRequest,
  form: true,
  status: 200,
  payload: json(BookCoverDto),
  errors: [404],
})

export const listBookCovers = route({
  ...book,
  id: 'list_book_covers',
  method: 'get',
  path: `${bookPath}/covers`,
  summary: 'The covers of a book, that of its file first',
  access: 'books-read',
  status: 200,
  payload: json(BookCoverListResponse),
  errors: [404],
})

export const resetBookCover = route({
  ...book,
  id: 'reset_book_cover',
  method: 'delete',
  path: `${bookPath}/covers/selected`,
  summary: 'Go back to the cover of the file, and unlock it',
  access: 'books-write',
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getBookCoverImage = route({
  ...bookCover,
  id: 'get_book_cover_image',
  method: 'get',
  path: `${bookPath}/covers/{cover_id}/image`,
  summary: 'One of the covers of a book',
  access: 'books-read',
  query: ImageQuery,
  status: 200,
  payload: bytes('image/jpeg', 'image/webp'),
  also: [304],
  errors: [404],
})

export const selectBookCover = route({
  ...bookCover,
  id: 'select_book_cover',
  method: 'put',
  path: `${bookPath}/covers/{cover_id}/select`,
  summary: 'Select a cover of a book; it is locked',
  access: 'books-write',
  status: 200,
  payload: json(BookCoverDto),
  errors: [404],
})

export const changeBookCover = route({
  ...bookCover,
  id: 'change_book_cover',
  method: 'patch',
  path: `${bookPath}/covers/{cover_id}`,
  summary: 'Crop an added cover of a book',
  access: 'books-write',
  body: ChangeCoverRequest,
  form: true,
  status: 200,
  payload: json(BookCoverDto),
  errors: [404],
})

export const deleteBookCover = route({
  ...bookCover,
  id: 'delete_book_cover',
  method: 'delete',
  path: `${bookPath}/covers/{cover_id}`,
  summary: 'Delete an added cover of a book',
  access: 'books-write',
  status: 204,
  payload: nothing,
  errors: [404],
})
