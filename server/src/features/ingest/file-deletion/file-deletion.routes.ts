import { basename } from 'node:path'
import * as bulk from '@octavo/contract/bulk-file-deletion'
import { MOST_DELETED } from '@octavo/contract/deletion-count'
import * as contract from '@octavo/contract/file-deletion'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { type Confirmed, deleteFromDisk, deleteManyFromDisk, MOST_SHOWN } from './delete-confirmed'
import type { DeletionDeps, DeletionSubject } from './delete-files'
import { type DoomedBook, doomedBooks, readersOfBooks, type Which } from './doomed-books.queries'
import { planDeletion } from './plan-deletion'

export interface FileDeletionDeps extends DeletionDeps {
  /** Whether this server deletes files at all. */
  readonly allowed: boolean
}

interface Found {
  readonly which: Which
  readonly books: readonly DoomedBook[]
  readonly subject: DeletionSubject & Confirmed
}

/**
 * Deleting the files of books from the disk: preview and execution. Returns deletions that need no typed name, for apps
 * of other protocols, which ask for confirmation themselves.
 */
export function fileDeletionRoutes(binder: Binder, deps: FileDeletionDeps) {
  const { reader, allowed } = deps

  async function book(viewer: Viewer, id: string): Promise<Found> {
    const which = { bookIds: [id] }
    const books = await doomedBooks(reader, viewer, which)
    const [first] = books
    if (!first) throw notFound('Book')
    const confirm = basename(first.path)
    return { which, books, subject: { kind: 'book', id: first.id, name: first.title, confirm } }
  }

  async function series(viewer: Viewer, id: string): Promise<Found> {
    const which = { seriesIds: [id] }
    const books = await doomedBooks(reader, viewer, which)
    const [first] = books
    if (!first) throw notFound('Series')
    const { series_id, series_title: name } = first
    return { which, books, subject: { kind: 'series', id: series_id, name, confirm: name } }
  }

  /** @throws NotFound if none of them is visible, BadRequest for too many */
  async function many(viewer: Viewer, which: Which): Promise<readonly DoomedBook[]> {
    const { booksOfSeries: max } = MOST_DELETED
    const books = await doomedBooks(reader, viewer, which, max + 1)
    if (books.length === 0) throw notFound('bookIds' in which ? 'Book' : 'Series')
    if (books.length > max) {
      throw refused('BadRequest', 'books_many', `seriesIds: have more than ${max} books`, { path: 'seriesIds', max })
    }
    return books
  }

  async function preview(viewer: Viewer, which: Which, books: readonly DoomedBook[], name: string | null) {
    const { doomed, spared } = await planDeletion(books)
    const folders = new Set(books.map(book => book.folder_path))
    const files = doomed.flatMap(one => one.files)
    return {
      allowed,
      confirm: name ?? String(doomed.length),
      folder: [...folders].join(', '),
      books: doomed.length,
      files: files.slice(0, MOST_SHOWN).map(({ shown: path, size, kind }) => ({ path, size, kind })),
      fileCount: files.length,
      size: files.reduce((sum, { size }) => sum + size, 0),
      spared: spared.slice(0, MOST_SHOWN),
      readers: await readersOfBooks(reader, viewer, which),
    }
  }
  const previewOne = (viewer: Viewer, { which, books, subject }: Found) =>
    preview(viewer, which, books, subject.confirm)
  const previewMany = async (viewer: Viewer, which: Which) => preview(viewer, which, await many(viewer, which), null)

  function requireAllowed(): void {
    if (allowed) return
    throw refused(
      'Conflict',
      'files_locked',
      'Deleting files is turned off. Set OCTAVO_LIBRARIES_DELETE_FILES=true on the server to allow it.',
    )
  }

  function remove(viewer: Viewer, { subject, books }: Found, request: contract.DeleteFilesRequest) {
    requireAllowed()
    return deleteFromDisk(deps, viewer, subject, books, request)
  }

  async function removeMany(viewer: Viewer, which: Which, request: contract.DeleteFilesRequest) {
    const books = await many(viewer, which)
    requireAllowed()
    return deleteManyFromDisk(deps, viewer, books, request)
  }

  binder.bind(contract.previewBookFileDeletion, async ({ viewer, params }) =>
    previewOne(viewer, await book(viewer, params.book_id)),
  )
  binder.bind(contract.deleteBookFile, async ({ viewer, params, body }) =>
    remove(viewer, await book(viewer, params.book_id), body),
  )
  binder.bind(contract.previewSeriesFileDeletion, async ({ viewer, params }) =>
    previewOne(viewer, await series(viewer, params.series_id)),
  )
  binder.bind(contract.deleteSeriesFiles, async ({ viewer, params, body }) =>
    remove(viewer, await series(viewer, params.series_id), body),
  )
  binder.bind(bulk.previewBooksFileDeletion, ({ viewer, body }) => previewMany(viewer, { bookIds: body.bookIds }))
  binder.bind(bulk.deleteBooksFiles, ({ viewer, body: { bookIds, ...rest } }) => removeMany(viewer, { bookIds }, rest))
  binder.bind(bulk.previewManySeriesFileDeletion, ({ viewer, body }) =>
    previewMany(viewer, { seriesIds: body.seriesIds }),
  )
  binder.bind(bulk.deleteManySeriesFiles, ({ viewer, body: { seriesIds, ...rest } }) =>
    removeMany(viewer, { seriesIds }, rest),
  )
  const removeAsked = (viewer: Viewer, found: Found) =>
    remove(viewer, found, { confirm: found.subject.confirm, removeEmptyFolder: true })
  return {
    ofBook: async (viewer: Viewer, id: string) => removeAsked(viewer, await book(viewer, id)),
    ofSeries: async (viewer: Viewer, id: string) => removeAsked(viewer, await series(viewer, id)),
  }
}
