import type { UpdateLibraryRequest } from '@octavo/contract/library'
import type { Viewer } from '../../kernel/viewer'
import { requireLibrary } from '../access'
import type { LibraryChanges } from './create-library'
import { changeLibrary } from './libraries.store'
import { type LibraryColumns, settingsColumns } from './library-columns'
import { libraryFolder } from './library-folder'
import { tellOfLibrary } from './tell-library'

/**
 * Changes a library. A new folder takes the place of the old one: books are known by their path below it.
 * @throws NotFound, BadRequest when a new folder cannot be read, Conflict when it overlaps another library's
 */
export async function updateLibrary(
  deps: Omit<LibraryChanges, 'scans'>,
  viewer: Viewer,
  id: string,
  request: UpdateLibraryRequest,
): Promise<void> {
  const pk = await requireLibrary(deps.reader, viewer, id)
  if (request.scanningConfig) deps.schedules.check(request.scanningConfig)
  const changes: LibraryColumns = settingsColumns(request)
  if (request.name != null) changes.name = request.name
  if (request.path != null) {
    changes.path = await libraryFolder(request.path)
    changes.unavailable_reason = null
  }
  const { scanning_config } = changes
  await deps.write(async tx => {
    await changeLibrary(tx, pk, { ...changes, updated_at: deps.now() })
    tellOfLibrary(tx, { pk, id: id.toLowerCase() }, 'library_updated')
    if (scanning_config !== undefined) await deps.schedules.follow(tx, pk, scanning_config)
  })
  if (scanning_config !== undefined) deps.schedules.announce()
}
