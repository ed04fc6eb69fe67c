import { basename } from 'node:path'
import * as contract from '@octavo/contract/file-deletion'
import type { Binder } from '../../../http/bind'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { type DeletionDeps, type DeletionSubject, deleteFromDisk } from './delete-files'
import { doomedBooks, readersOfBooks } from './doomed-books.queries'
import { planDeletion } from './plan-deletion'

const MOST_SHOWN = 500

export interface FileDeletionDeps extends DeletionDeps {
  /** Whether this server deletes files at all. */
  readonly allowed: boolean
}

/**
 * Deleting the files of books from the disk: preview and execution. Returns deletions that need no typed name, for apps
 * of other protocols, which ask for confirmation themselves.
 */
export function fileDeletionRoutes(binder: Binder, deps: FileDeletionDeps) {
  const { reader, allowed } = deps

  async function book(viewer: Viewer, id: string) {
    const [found] = await doomedBooks(reader, viewer, { bookIds: [id.toLowerCase()] })
    if (!found) throw notFound('Book')
    const name = basename(found.path)
    const subject: DeletionSubject = { kind: 'book', id: found.id, name: found.title, confirm: name }
    return { subject, books: [found], readers: () => readersOfBooks(reader, found.series_pk, found.pk) }
  }

  async function series(viewer: Viewer, id: string) {
    const seriesPk = await requireSeries(reader, viewer, id)
    const books = await doomedBooks(reader, viewer, { seriesPk })
    const [first] = books
    if (!first) throw notFound('Series')
    const { series_id, series_title: name } = first
    const subject: DeletionSubject = { kind: 'series', id: series_id, name, confirm: name }
    return { subject, books, readers: () => readersOfBooks(reader, seriesPk, null) }
  }

  async function preview({ subject, books, readers }: Awaited<ReturnType<typeof book>>) {
    const { doomed, spared } = await planDeletion(books)
    const folders = new Set(books.map(book => book.folder_path))
    const files = doomed.flatMap(one => one.files)
    return {
      allowed,
      confirm: subject.confirm,
      folder: [...folders].join(', '),
      books: doomed.length,
      files: files.slice(0, MOST_SHOWN).map(({ shown: path, size, kind }) => ({ path, size, kind })),
      fileCount: files.length,
      size: files.reduce((sum, { size }) => sum + size, 0),
      spared: spared.slice(0, MOST_SHOWN),
      readers: await readers(),
    }
  }

  function remove(
    viewer: Viewer,
    { subject, books }: Awaited<ReturnType<typeof book>>,
    request: contract.DeleteFilesRequest,
  ) {
    if (!allowed) {
      throw new AppError(
        'Conflict',
        'Deleting files is turned off. Set OCTAVO_LIBRARIES_DELETE_FILES=true on the server to allow it.',
      )
    }
    return deleteFromDisk(deps, viewer, subject, books, request)
  }

  binder.bind(contract.previewBookFileDeletion, async ({ viewer, params }) =>
    preview(await book(viewer, params.book_id)),
  )
  binder.bind(contract.deleteBookFile, async ({ viewer, params, body }) =>
    remove(viewer, await book(viewer, params.book_id), body),
  )
  binder.bind(contract.previewSeriesFileDeletion, async ({ viewer, params }) =>
    preview(await series(viewer, params.series_id)),
  )
  binder.bind(contract.deleteSeriesFiles, async ({ viewer, params, body }) =>
    remove(viewer, await series(viewer, params.series_id), body),
  )
  const removeAsked = (viewer: Viewer, found: Awaited<ReturnType<typeof book>>) =>
    remove(viewer, found, { confirm: found.subject.confirm, removeEmptyFolder: true })
  return {
    ofBook: async (viewer: Viewer, id: string) => removeAsked(viewer, await book(viewer, id)),
    ofSeries: async (viewer: Viewer, id: string) => removeAsked(viewer, await series(viewer, id)),
  }
}
