import { purgeDeletedBooks } from '@octavo/contract/library'
import { purgeSeriesDeletedBooks } from '@octavo/contract/series'
import type { Binder } from '../../http/bind'
import { requireLibrary, requireSeries } from '../access'
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

  binder.bind(purgeSeriesDeletedBooks, async ({ viewer, params }) =>
    purge(await seriesPlace(reader, await requireSeries(reader, viewer, params.series_id))),
  )
}
