import { BookAuthorDto, BookAwardDto, BookTypeDto } from './book'
import { BOOK_FIELD_REGISTRY } from './book-fields'
import {
  alphabetical,
  answers,
  bulkRequests,
  Decimal,
  genreNames,
  isbns,
  line,
  names,
  ordered,
  singleRequests,
} from './field-schemas'
import { nullable, Timestamp, Uuid } from './ids'
import { BOOK_LOCKS, type BookLockName, BookMetadataLocks } from './locks'
import { CustomMetadata, EditedAuthors, EditedAwards, Labels, OldLabels } from './metadata-fields'
import { json, route } from './route'
import * as z from './zod'

const double = { format: 'double' }

/** Fields for which many books can get the same value. */
const shared = alphabetical({
  ...bulkRequests(BOOK_FIELD_REGISTRY),
  authors: nullable(EditedAuthors),
  bookType: nullable(BookTypeDto),
  customMetadata: nullable(CustomMetadata),
  genre: nullable(genreNames.meta({ description: 'Genres, separated by commas' })),
  translator: nullable(names),
})

const { titleSort, ...single } = singleRequests(BOOK_FIELD_REGISTRY)

const fields = {
  ...shared,
  ...alphabetical({
    ...single,
    awards: nullable(EditedAwards),
    colorist: nullable(names),
    coverArtist: nullable(names),
    editor: nullable(names),
    inker: nullable(names),
    isbns: nullable(isbns),
    letterer: nullable(names),
    penciller: nullable(names),
    subjects: nullable(Labels),
    writer: nullable(names),
  }),
}

/** Null locks nothing; absent stays. */
export const UpdateBookMetadataLocksRequest = z
  .object(
    Object.fromEntries(BOOK_LOCKS.map(name => [name, nullable(z.boolean())])) as Record<
      BookLockName,
      ReturnType<typeof nullable<z.ZodBoolean>>
    >,
  )
  .meta({ id: 'UpdateBookMetadataLocksRequest' })
export type UpdateBookMetadataLocksRequest = z.infer<typeof UpdateBookMetadataLocksRequest>

const locks = UpdateBookMetadataLocksRequest.optional().meta({
  description: 'Locks to set explicitly; by default, edited fields are locked',
})

/** Absent stays, null clears. */
export const PatchBookMetadataRequest = z
  .object({
    ...fields,
    title: nullable(line.meta({ description: 'Null: named by the rules of its library' })),
    titleSort,
    number: nullable(Decimal.meta({ ...double, description: 'Null: numbered by the rules of its library' })),
    genres: nullable(Labels),
    locks,
  })
  .meta({ id: 'PatchBookMetadataRequest' })
export type PatchBookMetadataRequest = z.infer<typeof PatchBookMetadataRequest>

/** Absent or null clears. */
export const ReplaceBookMetadataRequest = z.object(fields).meta({ id: 'ReplaceBookMetadataRequest' })

export const PatchBookRequest = z
  .object({
    title: PatchBookMetadataRequest.shape.title,
    titleSort,
    number: PatchBookMetadataRequest.shape.number,
  })
  .meta({ id: 'PatchBookRequest' })

export const BookUpdateResponse = z
  .object({ id: Uuid, title: nullable(z.string()), number: nullable(z.number().meta(double)), updatedAt: Timestamp })
  .meta({ id: 'BookUpdateResponse' })
export type BookUpdateResponse = z.infer<typeof BookUpdateResponse>

export const BookMetadataResponse = z
  .object({
    bookId: Uuid,
    title: z.string(),
    ...ordered(
      {
        ...answers(BOOK_FIELD_REGISTRY),
        number: nullable(z.number().meta(double)),
        genre: nullable(z.string()),
        genres: z.array(z.string()),
        subjects: nullable(z.array(z.string())),
        isbns: nullable(z.string()),
        bookType: BookTypeDto.optional(),
      },
      [
        ...(['titleSort', 'number', 'volume', 'chapter', 'count', 'summary', 'publisher', 'imprint'] as const),
        ...(['genre', 'genres', 'subjects', 'languageIso', 'formatDetail', 'blackAndWhite', 'manga'] as const),
        ...(['year', 'month', 'day', 'isbns'] as const),
      ],
    ),
    authors: nullable(z.array(BookAuthorDto)),
    awards: nullable(z.array(BookAwardDto)),
    customMetadata: nullable(z.record(z.string(), z.unknown())),
    writer: nullable(z.string()),
    penciller: nullable(z.string()),
    inker: nullable(z.string()),
    colorist: nullable(z.string()),
    letterer: nullable(z.string()),
    coverArtist: nullable(z.string()),
    editor: nullable(z.string()),
    translator: nullable(z.string()),
    locks: BookMetadataLocks,
    updatedAt: Timestamp,
  })
  .meta({ id: 'BookMetadataResponse' })
export type BookMetadataResponse = z.infer<typeof BookMetadataResponse>

/** A field that a bulk edit skipped because it is locked; the ids are the first 100. */
export const SkippedFieldDto = z
  .object({ field: z.string(), count: z.int().min(1), ids: z.array(Uuid) })
  .meta({ id: 'SkippedFieldDto' })
export type SkippedFieldDto = z.infer<typeof SkippedFieldDto>

export const BulkMetadataUpdateResponse = z
  .object({
    updatedCount: z.int().min(0),
    message: z.string(),
    skipped: z.array(SkippedFieldDto).optional().meta({ description: 'Locked fields, which stayed as they are' }),
  })
  .meta({ id: 'BulkMetadataUpdateResponse' })
export type BulkMetadataUpdateResponse = z.infer<typeof BulkMetadataUpdateResponse>

const bookIds = z.array(Uuid).min(1).max(500)
export const BulkPatchBookMetadataRequest = z
  .object({ ...shared, bookIds })
  .meta({ id: 'BulkPatchBookMetadataRequest' })
export const BulkUpdateBookLocksRequest = UpdateBookMetadataLocksRequest.extend({ bookIds }).meta({
  id: 'BulkUpdateBookLocksRequest',
})
const changes = { add: Labels.optional(), remove: OldLabels.optional() }
export const BulkModifyBookGenresRequest = z.object({ bookIds, ...changes }).meta({ id: 'BulkModifyBookGenresRequest' })
export const BulkModifyBookTagsRequest = z.object({ bookIds, ...changes }).meta({ id: 'BulkModifyBookTagsRequest' })

const one = { tag: 'Books', access: 'books-write', params: z.object({ book_id: Uuid }), status: 200 } as const
const bulk = {
  tag: 'Bulk Operations',
  access: 'books-write',
  status: 200,
  payload: json(BulkMetadataUpdateResponse),
} as const

// Registered before the routes of one book, whose id would be `bulk`.
export const patchBooks = route({
  ...bulk,
  id: 'bulk_patch_book_metadata',
  method: 'patch',
  path: '/api/v1/books/bulk/metadata',
  summary: 'Apply one change to up to 500 books and lock the changed fields',
  body: BulkPatchBookMetadataRequest,
  form: true,
})

export const lockBooks = route({
  ...bulk,
  id: 'bulk_update_book_locks',
  method: 'put',
  path: '/api/v1/books/bulk/metadata/locks',
  summary: 'Set locks of up to 500 books',
  body: BulkUpdateBookLocksRequest,
  form: true,
})

export const changeGenresOfBooks = route({
  ...bulk,
  id: 'bulk_modify_book_genres',
  method: 'post',
  path: '/api/v1/books/bulk/genres',
  summary: 'Add genres to up to 500 books, and remove others',
  body: BulkModifyBookGenresRequest,
  form: true,
})

export const changeTagsOfBooks = route({
  ...bulk,
  id: 'bulk_modify_book_tags',
  method: 'post',
  path: '/api/v1/books/bulk/tags',
  summary: 'Add tags to up to 500 books, and remove others',
  body: BulkModifyBookTagsRequest,
  form: true,
})

export const patchBook = route({
  ...one,
  id: 'patch_book',
  method: 'patch',
  path: '/api/v1/books/{book_id}',
  summary: 'Change title and number of a book, and lock them',
  body: PatchBookRequest,
  form: true,
  payload: json(BookUpdateResponse),
  errors: [404, 412],
})

export const getBookMetadata = route({
  ...one,
  id: 'get_book_metadata',
  method: 'get',
  path: '/api/v1/books/{book_id}/metadata',
  summary: 'Editable metadata of a book, with its locks; send the ETag as If-Match with a change',
  access: 'books-read',
  payload: json(BookMetadataResponse),
  also: [304],
  errors: [404],
})

export const replaceBookMetadata = route({
  ...one,
  id: 'replace_book_metadata',
  method: 'put',
  path: '/api/v1/books/{book_id}/metadata',
  summary: 'Replace the metadata of a book; absent and null fields are cleared, changed fields locked',
  body: ReplaceBookMetadataRequest,
  form: true,
  payload: json(BookMetadataResponse),
  errors: [404, 412],
})

export const patchBookMetadata = route({
  ...one,
  id: 'patch_book_metadata',
  method: 'patch',
  path: '/api/v1/books/{book_id}/metadata',
  summary: 'Change metadata of a book; null clears a field, changed fields are locked',
  body: PatchBookMetadataRequest,
  form: true,
  payload: json(BookMetadataResponse),
  errors: [404, 412],
})

export const getBookLocks = route({
  ...one,
  id: 'get_book_metadata_locks',
  method: 'get',
  path: '/api/v1/books/{book_id}/metadata/locks',
  summary: 'The locked fields of a book, which its file does not change',
  access: 'books-read',
  payload: json(BookMetadataLocks),
  errors: [404],
})

export const updateBookLocks = route({
  ...one,
  id: 'update_book_metadata_locks',
  method: 'put',
  path: '/api/v1/books/{book_id}/metadata/locks',
  summary: 'Lock and unlock fields of a book',
  body: UpdateBookMetadataLocksRequest,
  form: true,
  payload: json(BookMetadataLocks),
  errors: [404, 412],
})
