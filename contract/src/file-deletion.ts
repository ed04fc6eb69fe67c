import { Int64, nullable, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const DoomedFileDto = z
  .object({
    path: z.string().meta({ description: 'Relative to the folder of the library' }),
    size: Int64,
    kind: z.enum(['book', 'sidecar']),
  })
  .meta({ id: 'DoomedFileDto' })
export type DoomedFileDto = z.infer<typeof DoomedFileDto>

export const SPARED_WHY = [
  'image_folder',
  'not_a_file',
  'linked_path',
  'changed',
  'read_only',
  'no_rights',
  'gone',
  'failed',
] as const

export const SparedFileDto = z
  .object({
    path: z.string(),
    reason: z.string(),
    why: z.enum(SPARED_WHY).meta({ description: 'The reason as a code' }),
  })
  .meta({ id: 'SparedFileDto' })
export type SparedFileDto = z.infer<typeof SparedFileDto>

/** A preview of a deletion from the disk. */
export const FileDeletionPreviewDto = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether this server deletes files; see libraries.delete_files' }),
    confirm: z
      .string()
      .meta({ description: 'What the request must repeat: the name of the file or series, or the number of books' }),
    folder: z.string().meta({ description: 'The folder of the library' }),
    books: z.int(),
    files: z.array(DoomedFileDto).meta({ description: 'The first 500' }),
    fileCount: z.int(),
    size: Int64,
    spared: z.array(SparedFileDto).meta({ description: 'Files that cannot be deleted, and why' }),
    readers: z.array(z.string()).meta({ description: 'Names of people who have started or read them' }),
  })
  .meta({ id: 'FileDeletionPreviewDto' })
export type FileDeletionPreviewDto = z.infer<typeof FileDeletionPreviewDto>

export const DeleteFilesRequest = z
  .object({
    confirm: z.string().max(1000).meta({ description: 'The name of the file, or the title of the series' }),
    removeEmptyFolder: z.boolean().optional().meta({ description: 'Also delete folders that become empty' }),
  })
  .meta({ id: 'DeleteFilesRequest' })
export type DeleteFilesRequest = z.infer<typeof DeleteFilesRequest>

export const FileDeletionDto = z
  .object({
    auditId: Uuid,
    books: z.int(),
    files: z.int(),
    size: Int64,
    foldersRemoved: z.array(z.string()),
    spared: z.array(SparedFileDto),
    message: nullable(z.string()),
  })
  .meta({ id: 'FileDeletionDto' })
export type FileDeletionDto = z.infer<typeof FileDeletionDto>

const ofBook = {
  tag: 'Books',
  access: 'books-delete',
  params: z.object({ book_id: Uuid }),
  errors: [404, 409],
} as const
const ofSeries = {
  tag: 'Series',
  access: 'series-delete',
  params: z.object({ series_id: Uuid }),
  errors: [404, 409],
} as const

export const previewBookFileDeletion = route({
  ...ofBook,
  id: 'preview_book_file_deletion',
  method: 'get',
  path: '/api/v1/books/{book_id}/file/deletion',
  summary: 'Preview the files that deleting a book would remove from the disk',
  status: 200,
  payload: json(FileDeletionPreviewDto),
})

export const deleteBookFile = route({
  ...ofBook,
  id: 'delete_book_file',
  method: 'delete',
  path: '/api/v1/books/{book_id}/file',
  summary: 'Delete a book’s file from the disk; reading progress stays until the book is purged',
  body: DeleteFilesRequest,
  status: 200,
  payload: json(FileDeletionDto),
})

export const previewSeriesFileDeletion = route({
  ...ofSeries,
  id: 'preview_series_file_deletion',
  method: 'get',
  path: '/api/v1/series/{series_id}/files/deletion',
  summary: 'Preview the files that deleting a series would remove from the disk',
  status: 200,
  payload: json(FileDeletionPreviewDto),
})

export const deleteSeriesFiles = route({
  ...ofSeries,
  id: 'delete_series_files',
  method: 'delete',
  path: '/api/v1/series/{series_id}/files',
  summary: 'Delete the files of all books of a series from the disk',
  body: DeleteFilesRequest,
  status: 200,
  payload: json(FileDeletionDto),
})
