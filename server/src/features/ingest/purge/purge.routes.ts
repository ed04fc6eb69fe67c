import { purgeDeletedBooks } from '@octavo/contract/library'
import { listMissingBooks, purgeMissingBook } from '@octavo/contract/missing-book'
import { purgeSeriesDeletedBooks } from '@octavo/contract/series'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { requireLibrary, requireSeries, requireWholeLibrary } from '../../people/access'
import { missingBook, missingBooks } from './missing-books.queries'
import { libraryPlace, type PurgePlace, seriesPlace } from './purge.queries'
import { purgeDeleted } from './purge-deleted'
import type { PurgeDeps } from './purge-task'

/**
 * Permanently deleting books that are hidden because their file is gone. Returns the purge of a library, for other
 * protocols.
 */
export function purgeRoutes(binder: Binder, { connection, covers, now }: PurgeDeps) {
  const { reader, write } = connection
  const purge = ({ userPk }: Viewer, place: PurgePlace) => purgeDeleted({ covers, now, write, userPk }, place)
  const purgeLibrary = async (viewer: Viewer, id: string) => {
    await requireWholeLibrary(reader, viewer, id, 'Library')
    return purge(viewer, await libraryPlace(reader, id.toLowerCase()))
  }
  const numberAnswer = (count: number) =>
    new Response(String(count), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

  binder.bind(purgeDeletedBooks, async ({ viewer, params }) =>
    numberAnswer(await purgeLibrary(viewer, params.library_id)),
  )

  binder.bind(listMissingBooks, async ({ viewer, params, query: { page, pageSize }, url }) => {
    const libraryPk = await requireLibrary(reader, viewer, params.library_id)
    const { rows, total } = await missingBooks(reader, viewer, libraryPk, { page, pageSize })
    return envelope(url, page, pageSize, total, rows)
  })

  binder.bind(purgeMissingBook, async ({ viewer, params }) => {
    const libraryPk = await requireLibrary(reader, viewer, params.library_id)
    const book = await missingBook(reader, viewer, libraryPk, params.book_id)
    if (book === null) throw notFound('Missing book')
    const subject = { kind: 'book', id: book.id, name: book.title } as const
    const place = { ...(await libraryPlace(reader, params.library_id.toLowerCase())), bookPk: book.pk, subject }
    await purgeDeleted({ covers, now, write, userPk: viewer.userPk }, place)
    return null
  })

  binder.bind(purgeSeriesDeletedBooks, async ({ viewer, params }) => {
    const place = await seriesPlace(reader, await requireSeries(reader, viewer, params.series_id))
    return numberAnswer(await purge(viewer, place))
  })
  return purgeLibrary
}
