import { purgeDeletedBooks } from '@octavo/contract/library'
import { listMissingBooks, purgeMissingBook } from '@octavo/contract/missing-book'
import { purgeSeriesDeletedBooks } from '@octavo/contract/series'
import type { Binder } from '../../http/bind'
import { envelope } from '../../http/envelope'
import { notFound } from '../../kernel/app-error'
import { requireLibrary, requireSeries } from '../access'
import { missingBookPk, missingBooks } from './missing-books.queries'
import { libraryPlace, type PurgePlace, seriesPlace } from './purge.queries'
import { purgeDeleted } from './purge-deleted'
import type { PurgeDeps } from './purge-task'

/** Deleting for good what is hidden because its file is gone. */
export function purgeRoutes(binder: Binder, { connection, covers }: PurgeDeps): void {
  const { reader, write } = connection
  const purge = async (place: PurgePlace) =>
    new Response(String(await purgeDeleted(covers, place, write)), {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    })

  binder.bind(purgeDeletedBooks, async ({ viewer, params }) => {
    await requireLibrary(reader, viewer, params.library_id)
    return purge(await libraryPlace(reader, params.library_id.toLowerCase()))
  })

  binder.bind(listMissingBooks, async ({ viewer, params, query: { page, pageSize }, url }) => {
    const libraryPk = await requireLibrary(reader, viewer, params.library_id)
    const { rows, total } = await missingBooks(reader, viewer, libraryPk, { page, pageSize })
    return envelope(url, page, pageSize, total, rows)
  })

  binder.bind(purgeMissingBook, async ({ viewer, params }) => {
    const libraryPk = await requireLibrary(reader, viewer, params.library_id)
    const bookPk = await missingBookPk(reader, libraryPk, params.book_id)
    if (bookPk === null) throw notFound('Missing book')
    await purgeDeleted(covers, { libraryPk, libraryId: params.library_id.toLowerCase(), bookPk }, write)
    return null
  })

  binder.bind(purgeSeriesDeletedBooks, async ({ viewer, params }) =>
    purge(await seriesPlace(reader, await requireSeries(reader, viewer, params.series_id))),
  )
}
