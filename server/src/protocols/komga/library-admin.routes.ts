import * as contract from '@octavo/contract/komga-administration'
import type { libraryRoutes } from '../../features/catalogue/libraries'
import type { analysisRoutes } from '../../features/ingest/analysis'
import type { purgeRoutes } from '../../features/ingest/purge'
import type { scanRoutes } from '../../features/ingest/scan'
import type { Binder } from '../../http/bind'
import { AppError } from '../../kernel/app-error'
import { type Asked, holders } from '../read-model'
import { accepted } from './accepted'
import { libraryDto } from './dtos'
import { changedSettings, NO_SETTINGS } from './library-settings.rules'

/** Use cases of our own API. */
export interface LibraryAdminDeps {
  readonly reader: Asked['reader']
  readonly libraries: ReturnType<typeof libraryRoutes>
  readonly requestScan: ReturnType<typeof scanRoutes>
  readonly analyze: ReturnType<typeof analysisRoutes>
  readonly purgeLibrary: ReturnType<typeof purgeRoutes>
}

/** Libraries: create, change, delete, and the work on one. */
export function libraryAdminRoutes(binder: Binder, deps: LibraryAdminDeps): void {
  const { reader, libraries, analyze } = deps

  binder.bind(contract.komgaCreateLibrary, async ({ viewer, body }) => {
    const { name, root: path } = body
    const settings = changedSettings(body, NO_SETTINGS)
    const id = await libraries.create(viewer, { ...settings, name, path, scanImmediately: true })
    return libraryDto(await holders.oneLibrary({ reader, viewer }, id), viewer)
  })
  binder.bind(contract.komgaUpdateLibrary, async ({ viewer, params, body }) => {
    const library = await holders.oneLibrary({ reader, viewer }, params.library_id)
    const { name, root } = body
    await libraries.update(viewer, library.id, {
      ...changedSettings(body, library.settings),
      ...(name != null && name !== library.name && { name }),
      ...(root != null && root !== library.paths[0] && { path: root }),
    })
    return null
  })
  binder.bind(contract.komgaDeleteLibrary, async ({ viewer, params }) => {
    await libraries.remove(viewer, params.library_id)
    return null
  })
  binder.bind(contract.komgaScanLibrary, async ({ viewer, params, query }) => {
    try {
      await deps.requestScan(viewer, params.library_id, query.deep ? 'deep' : 'normal')
    } catch (error) {
      // A scan is already pending or running; Komga accepts that.
      if (!(error instanceof AppError && error.code === 'Conflict')) throw error
    }
    return accepted()
  })
  for (const route of [contract.komgaAnalyzeLibrary, contract.komgaRefreshLibrary]) {
    binder.bind(route, async ({ viewer, params }) => {
      await analyze.library(viewer, params.library_id)
      return accepted()
    })
  }
  binder.bind(contract.komgaEmptyTrash, async ({ viewer, params }) => {
    await deps.purgeLibrary(viewer, params.library_id)
    return accepted()
  })
}
