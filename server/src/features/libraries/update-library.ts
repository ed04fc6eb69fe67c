import type { UpdateLibraryRequest } from '@octavo/contract/library'
import type { Viewer } from '../../kernel/viewer'
import { beginAct } from '../audit'
import { changedChoice, choiceOfRow, namingOf } from '../naming'
import type { LibraryChanges } from './create-library'
import { findLibrary } from './libraries.queries'
import { changeLibrary } from './libraries.store'
import { type LibraryColumns, namingColumns, settingsColumns } from './library-columns'
import { libraryFolder } from './library-folder'
import { tellOfLibrary } from './tell-library'

/**
 * Changes a library. A new folder takes the place of the old one: books are known by their path below it. Other rules
 * for names have its books named anew; they stay what they are.
 * @throws NotFound, BadRequest when a new folder cannot be read or a rule for names is none, Conflict when it overlaps another library's
 */
export async function updateLibrary(
  deps: LibraryChanges,
  viewer: Viewer,
  id: string,
  request: UpdateLibraryRequest,
): Promise<void> {
  const { pk, ...row } = await findLibrary(deps.reader, viewer, id)
  if (request.scanningConfig) deps.schedules.check(request.scanningConfig)
  const choice = choiceOfRow(row)
  const wanted = changedChoice(choice, request)
  namingOf(wanted)
  const renames = JSON.stringify(wanted) !== JSON.stringify(choice)
  const changes: LibraryColumns = { ...settingsColumns(request), ...(renames && namingColumns(wanted)) }
  if (request.name != null) changes.name = request.name
  if (request.path != null) {
    changes.path = await libraryFolder(request.path)
    Object.assign(changes, { unavailable_reason: null, absences: null, mounts: null })
  }
  const { scanning_config } = changes
  await deps.write(async tx => {
    await changeLibrary(tx, pk, { ...changes, updated_at: deps.now() })
    tellOfLibrary(tx, { pk, id: row.id }, 'library_updated')
    if (changes.path !== undefined && changes.path !== row.path) {
      const library = { id: row.id, name: row.name }
      const details = { before: [row.path], after: [changes.path] }
      const subject = { kind: 'library', ...library } as const
      const act = { action: 'library_folders_changed', userPk: viewer.userPk, subject, library, details } as const
      await beginAct(tx, act, deps.now(), { outcome: 'done' })
    }
    if (scanning_config !== undefined) await deps.schedules.follow(tx, pk, scanning_config)
    if (renames) await deps.scans.rename(tx, row.id)
  })
  if (scanning_config !== undefined) deps.schedules.announce()
  if (renames) deps.scans.announce()
}
