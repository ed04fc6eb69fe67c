import { Int32, nullable, Timestamp, Uuid } from './ids'
import { MARK_COLORS, MARK_KINDS, MARK_LIMITS } from './mark-limits'
import { PageQuery, paginated } from './paging'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

export const MarkKind = z.enum(MARK_KINDS).meta({ id: 'MarkKind' })
export const MarkColor = z.enum(MARK_COLORS).meta({ id: 'MarkColor' })
export type MarkKind = z.infer<typeof MarkKind>
export type MarkColor = z.infer<typeof MarkColor>

const fraction = z.number().meta({ format: 'double' })
export const MarkRegion = z
  .object({ x: fraction, y: fraction, width: fraction, height: fraction })
  .meta({ id: 'MarkRegion', description: 'A part of a page, in fractions of its width and height, 0 to 1' })
export type MarkRegion = z.infer<typeof MarkRegion>

/**
 * A Readium locator. Unlike for places, lengths are checked per mark, so that an invalid one does not affect the
 * others.
 */
export const MarkLocator = z
  .looseObject({
    href: z.string().min(1),
    type: z.string().optional(),
    title: z.string().optional().meta({ description: 'Of the chapter' }),
    locations: z
      .looseObject({
        progression: z.number().optional(),
        totalProgression: z.number().optional(),
        position: Int32.optional(),
        fragments: z.array(z.string()).optional(),
        partialCfi: z.string().optional(),
      })
      .optional(),
    text: z
      .object({ before: z.string().optional(), highlight: z.string().optional(), after: z.string().optional() })
      .optional(),
  })
  .meta({ id: 'MarkLocator' })
export type MarkLocator = z.infer<typeof MarkLocator>

const Page = Int32.meta({ description: 'Page of a comic or PDF, 1-based' })
const Quote = z.string().meta({ description: `Text that it marks; ${MARK_LIMITS.quote} characters at most` })
const Note = z.string().meta({ description: `${MARK_LIMITS.note} characters at most` })

const markFields = {
  id: Uuid,
  bookId: Uuid,
  kind: MarkKind,
  color: nullable(MarkColor),
  note: nullable(z.string()),
  quote: nullable(z.string()),
  page: nullable(Page),
  region: nullable(MarkRegion),
  rects: z.array(MarkRegion).meta({ description: 'Rectangles of the quote on the page of a PDF' }),
  locator: nullable(MarkLocator),
  progression: z.number().meta({ format: 'double', description: 'Share of the book before it, 0 to 1' }),
  stale: z
    .boolean()
    .meta({ description: "The book's file has changed since: find the quote, and send the place again" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const MarkDto = z.object(markFields).meta({ id: 'MarkDto' })
export type MarkDto = z.infer<typeof MarkDto>

/** A mark in a list of several books. */
export const MyMarkDto = z
  .object({
    ...markFields,
    bookTitle: z.string(),
    fileFormat: z.string(),
    pageCount: Int32,
    seriesId: Uuid,
    seriesTitle: z.string(),
    libraryId: Uuid,
    thumbHash: nullable(z.string()),
    coverVersion: nullable(z.string()),
  })
  .meta({ id: 'MyMarkDto' })
export type MyMarkDto = z.infer<typeof MyMarkDto>

const place = {
  page: nullable(Page),
  region: nullable(MarkRegion),
  rects: z.array(MarkRegion).optional(),
  locator: nullable(MarkLocator.meta({ description: 'Place in an ebook' })),
  quote: nullable(Quote),
}
const content = { color: nullable(MarkColor), note: nullable(Note), ...place }
const changedAt = Timestamp.meta({
  description:
    "When it was changed, by the device's clock; now if absent, before 2015 or more than a day ahead. An older change never replaces a newer one",
})

const fileHash = z
  .string()
  .max(200)
  .optional()
  .meta({ description: '`fileHash` of the book whose file the place is in; the current one if absent' })

export const CreateMarkRequest = z
  .object({
    id: Uuid.meta({ description: 'Created by the app; sending it again changes nothing' }).optional(),
    kind: MarkKind,
    ...content,
    fileHash,
    createdAt: Timestamp.optional(),
    updatedAt: changedAt.optional(),
  })
  .meta({ id: 'CreateMarkRequest' })
export type CreateMarkRequest = z.infer<typeof CreateMarkRequest>

export const UpdateMarkRequest = z
  .object({ kind: MarkKind.optional(), ...content, fileHash, updatedAt: changedAt.optional() })
  .meta({
    id: 'UpdateMarkRequest',
    description: 'Absent fields stay; a place that is sent again is one in the current file',
  })
export type UpdateMarkRequest = z.infer<typeof UpdateMarkRequest>

export const RecordedMark = z
  .object({
    id: Uuid,
    bookId: Uuid,
    kind: MarkKind,
    ...content,
    fileHash,
    createdAt: Timestamp.optional(),
    updatedAt: changedAt,
  })
  .meta({ id: 'RecordedMark' })
export type RecordedMark = z.infer<typeof RecordedMark>

export const MarkRejectionReason = z
  .enum([
    ...(['book_not_found', 'invalid_place', 'invalid_content', 'too_long'] as const),
    ...(['too_many', 'outdated', 'deleted', 'id_in_use', 'duplicate_in_batch'] as const),
  ])
  .meta({ id: 'MarkRejectionReason' })
export type MarkRejectionReason = z.infer<typeof MarkRejectionReason>

export const RejectedMarkDto = z
  .object({
    id: Uuid,
    reason: MarkRejectionReason,
    path: z.string().meta({ description: 'The field at fault, as `marks.3.page`' }),
    message: z.string(),
    max: Int32.optional().meta({ description: 'The limit that too_long or too_many exceeds' }),
  })
  .meta({ id: 'RejectedMarkDto' })
export type RejectedMarkDto = z.infer<typeof RejectedMarkDto>

export const RecordMarksRequest = z
  .object({ marks: z.array(RecordedMark).meta({ description: `At most ${MARK_LIMITS.atOnce}, in any order` }) })
  .meta({ id: 'RecordMarksRequest' })

export const RecordMarksResponse = z
  .object({
    accepted: z.array(Uuid).meta({ description: 'Saved now or before' }),
    rejected: z.array(RejectedMarkDto),
  })
  .meta({ id: 'RecordMarksResponse' })
export type RecordMarksResponse = z.infer<typeof RecordMarksResponse>

const filters = {
  kind: MarkKind.optional(),
  color: MarkColor.optional(),
  bookId: Uuid.optional(),
  seriesId: Uuid.optional(),
  libraryId: Uuid.optional(),
  hasNote: z.stringbool().optional().meta({ description: 'Marks of any kind that have a note' }),
  q: z.string().max(200).optional().meta({ description: 'Text of the note or the quote' }),
}
export const MARK_ORDERS = ['newest', 'oldest', 'place'] as const
const MyMarksQuery = z.object({
  ...PageQuery.shape,
  ...filters,
  sort: z.enum(MARK_ORDERS).default('newest').meta({ description: 'place: by series, book, and place in the book' }),
})
export const MARK_EXPORTS = ['markdown', 'json'] as const
const ExportQuery = z.object({ ...filters, format: z.enum(MARK_EXPORTS).default('markdown') })

const BookParams = z.object({ book_id: Uuid })
const MarkParams = z.object({ mark_id: Uuid })
const tag = 'Marks'

export const listBookMarks = route({
  id: 'list_book_marks',
  method: 'get',
  path: '/api/v1/books/{book_id}/marks',
  tag,
  summary: "The caller's bookmarks, highlights and notes in a book, by place",
  access: 'progress-read',
  params: BookParams,
  query: PageQuery,
  status: 200,
  payload: json(paginated('MarkDto', MarkDto)),
  errors: [404],
})

export const createMark = route({
  id: 'create_mark',
  method: 'post',
  path: '/api/v1/books/{book_id}/marks',
  tag,
  summary: 'Add a bookmark, a highlight or a note to a book',
  access: 'progress-write',
  params: BookParams,
  body: CreateMarkRequest,
  status: 201,
  payload: json(MarkDto),
  errors: [404, 409],
})

export const recordMarks = route({
  id: 'record_marks',
  method: 'post',
  path: '/api/v1/marks/batch',
  tag,
  summary: 'Save marks that an app added or changed, also offline: each once, the newer change wins',
  access: 'progress-write',
  body: RecordMarksRequest,
  status: 200,
  payload: json(RecordMarksResponse),
})

export const getMark = route({
  id: 'get_mark',
  method: 'get',
  path: '/api/v1/marks/{mark_id}',
  tag,
  summary: "One of the caller's marks",
  access: 'progress-read',
  params: MarkParams,
  status: 200,
  payload: json(MarkDto),
  errors: [404],
})

export const updateMark = route({
  id: 'update_mark',
  method: 'patch',
  path: '/api/v1/marks/{mark_id}',
  tag,
  summary: 'Change a mark; 409 when a newer change is known',
  access: 'progress-write',
  params: MarkParams,
  body: UpdateMarkRequest,
  status: 200,
  payload: json(MarkDto),
  errors: [404, 409],
})

export const deleteMark = route({
  id: 'delete_mark',
  method: 'delete',
  path: '/api/v1/marks/{mark_id}',
  tag,
  summary: 'Delete a mark; its id cannot be used again',
  access: 'progress-write',
  params: MarkParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const listMyMarks = route({
  id: 'list_my_marks',
  method: 'get',
  path: '/api/v1/user/marks',
  tag,
  summary: "The caller's bookmarks, highlights and notes in all books",
  access: 'progress-read',
  query: MyMarksQuery,
  status: 200,
  payload: json(paginated('MyMarkDto', MyMarkDto)),
})

export const exportMarks = route({
  id: 'export_marks',
  method: 'get',
  path: '/api/v1/user/marks/export',
  tag,
  summary: "The caller's marks as a file, by series, book and place",
  access: 'progress-read',
  query: ExportQuery,
  status: 200,
  payload: bytes('text/markdown', 'application/json'),
})
