import { MOST_DELETED } from './deletion-count'
import { FileDeletionPreviewDto, SparedFileDto } from './file-deletion'
import { Int64, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

const bookIds = z.array(Uuid).min(1).max(MOST_DELETED.books)
const seriesIds = z.array(Uuid).min(1).max(MOST_DELETED.series)
const confirmed = {
  confirm: z.string().max(1000).meta({ description: 'The number of books to delete, as in the preview' }),
  removeEmptyFolder: z.boolean().optional().meta({ description: 'Also delete folders that become empty' }),
}

export const BulkBookFilesRequest = z.object({ bookIds }).meta({ id: 'BulkBookFilesRequest' })
export const BulkSeriesFilesRequest = z.object({ seriesIds }).meta({ id: 'BulkSeriesFilesRequest' })
export const DeleteBookFilesRequest = z.object({ bookIds, ...confirmed }).meta({ id: 'DeleteBookFilesRequest' })
export const DeleteSeriesFilesRequest = z.object({ seriesIds, ...confirmed }).meta({ id: 'DeleteSeriesFilesRequest' })

export const BulkFileDeletionDto = z
  .object({
    books: z.int().meta({ description: 'Books whose files are deleted' }),
    files: z.int(),
    size: Int64,
    foldersRemoved: z.array(z.string()),
    failed: z.int().meta({ description: 'Books whose files are not deleted' }),
    spared: z.array(SparedFileDto).meta({ description: 'The first 500 of them, and why' }),
  })
  .meta({ id: 'BulkFileDeletionDto' })
export type BulkFileDeletionDto = z.infer<typeof BulkFileDeletionDto>

const bulk = { method: 'post', tag: 'Bulk Operations', status: 200 } as const
const ofBooks = { ...bulk, access: 'books-delete' } as const
const ofSeries = { ...bulk, access: 'series-delete' } as const

// Missing and hidden ones are skipped.
export const previewBooksFileDeletion = route({
  ...ofBooks,
  id: 'preview_bulk_book_file_deletion',
  path: '/api/v1/books/bulk/files/deletion/preview',
  summary: 'Preview the files that deleting up to 500 books would remove from the disk',
  reads: true,
  body: BulkBookFilesRequest,
  payload: json(FileDeletionPreviewDto),
  errors: [404],
})

export const deleteBooksFiles = route({
  ...ofBooks,
  id: 'delete_bulk_book_files',
  path: '/api/v1/books/bulk/files/deletion',
  summary: 'Delete the files of up to 500 books from the disk; reading progress stays until the books are purged',
  body: DeleteBookFilesRequest,
  payload: json(BulkFileDeletionDto),
  errors: [404, 409],
})

export const previewManySeriesFileDeletion = route({
  ...ofSeries,
  id: 'preview_bulk_series_file_deletion',
  path: '/api/v1/series/bulk/files/deletion/preview',
  summary: 'Preview the files that deleting up to 100 series would remove from the disk',
  reads: true,
  body: BulkSeriesFilesRequest,
  payload: json(FileDeletionPreviewDto),
  errors: [404],
})

export const deleteManySeriesFiles = route({
  ...ofSeries,
  id: 'delete_bulk_series_files',
  path: '/api/v1/series/bulk/files/deletion',
  summary: 'Delete the files of all books of up to 100 series from the disk',
  body: DeleteSeriesFilesRequest,
  payload: json(BulkFileDeletionDto),
  errors: [404, 409],
})
