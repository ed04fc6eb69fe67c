import { WRITE_REFUSALS, WRITE_TARGETS } from './formats'
import { Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const WriteBackRequest = z
  .object({
    bookIds: z.array(Uuid).max(2_000).optional(),
    seriesIds: z.array(Uuid).max(200).optional(),
    into: z
      .enum(WRITE_TARGETS)
      .optional()
      .meta({ description: 'Where to write; by default the library’s setting. Off stays off' }),
    seriesFile: z.boolean().optional().meta({
      description: 'Also write the metadata of the chosen series to the series.json in their folders. Off by default',
    }),
  })
  .refine(({ bookIds = [], seriesIds = [] }) => bookIds.length + seriesIds.length > 0, 'name a book or a series')
  .meta({ id: 'WriteBackRequest' })
export type WriteBackRequest = z.infer<typeof WriteBackRequest>

export const WriteBackChangeDto = z
  .object({
    field: z.string(),
    before: z.string().nullable().meta({ description: 'Now in the file' }),
    after: z.string().nullable().meta({ description: 'Will be in the file' }),
  })
  .meta({ id: 'WriteBackChangeDto' })
export type WriteBackChangeDto = z.infer<typeof WriteBackChangeDto>

export const WriteBackDocumentDto = z
  .object({
    name: z.string(),
    changes: z.array(WriteBackChangeDto),
    skipped: z
      .array(z.string())
      .meta({ description: 'Fields that differ and that this kind of document has no place for' }),
  })
  .meta({ id: 'WriteBackDocumentDto' })
export type WriteBackDocumentDto = z.infer<typeof WriteBackDocumentDto>

export const WriteBackRefusalDto = z
  .object({ code: z.enum(WRITE_REFUSALS), message: z.string() })
  .meta({ id: 'WriteBackRefusalDto' })
export type WriteBackRefusalDto = z.infer<typeof WriteBackRefusalDto>

export const WriteBackBookDto = z
  .object({
    bookId: Uuid,
    title: z.string(),
    fileName: z.string(),
    into: z.enum(WRITE_TARGETS).nullable().meta({ description: 'Where it is written; null if the library forbids it' }),
    documents: z.array(WriteBackDocumentDto).meta({ description: 'All documents of the book, with equal content' }),
    refusal: WriteBackRefusalDto.nullable().meta({ description: 'Why nothing can be written; null if it can' }),
  })
  .meta({ id: 'WriteBackBookDto' })
export type WriteBackBookDto = z.infer<typeof WriteBackBookDto>

export const WriteBackSeriesDto = z
  .object({
    seriesId: Uuid,
    title: z.string(),
    document: WriteBackDocumentDto.nullable().meta({ description: 'Its series.json; null if it cannot be written' }),
    refusal: WriteBackRefusalDto.nullable().meta({ description: 'Why it cannot be written; null if it can' }),
  })
  .meta({ id: 'WriteBackSeriesDto' })
export type WriteBackSeriesDto = z.infer<typeof WriteBackSeriesDto>

export const WriteBackPreviewDto = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether this server writes to files; see libraries.delete_files' }),
    bookCount: z.int(),
    books: z.array(WriteBackBookDto).meta({ description: 'The first 20' }),
    series: z.array(WriteBackSeriesDto).meta({ description: 'The first 20 with `seriesFile`, else none' }),
  })
  .meta({ id: 'WriteBackPreviewDto' })
export type WriteBackPreviewDto = z.infer<typeof WriteBackPreviewDto>

export const WriteBackStartedDto = z
  .object({
    bookCount: z.int(),
    taskIds: z.array(Uuid).meta({ description: 'One task for each library' }),
  })
  .meta({ id: 'WriteBackStartedDto' })
export type WriteBackStartedDto = z.infer<typeof WriteBackStartedDto>

const common = { method: 'post', tag: 'Books', access: 'books-write', body: WriteBackRequest, status: 200 } as const

export const previewWriteBack = route({
  ...common,
  id: 'preview_metadata_write_back',
  path: '/api/v1/books/metadata/write-back/preview',
  summary: 'Preview writing metadata to the files of books',
  reads: true,
  payload: json(WriteBackPreviewDto),
  errors: [404, 422],
})

export const startWriteBack = route({
  ...common,
  id: 'write_back_metadata',
  path: '/api/v1/books/metadata/write-back',
  summary: 'Write metadata to the files of books, or next to them, by the settings of their libraries',
  payload: json(WriteBackStartedDto),
  errors: [404, 409, 422],
})
