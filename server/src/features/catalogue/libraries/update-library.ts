import type { UpdateLibraryRequest } from '@octavo/contract/library'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { beginAct, recordAct } from '../../../platform/audit-log'
import { requireWholeLibrary } from '../../people/access'
import { changedChoice, choiceOfRow, namingOf } from '../naming'
import { foldersOf, requireAllowedFolders } from './allowed-folders'
import type { LibraryChanges } from './create-library'
import { type FolderPlan, type Folders, planFolders } from './folder-plan'
import { changeFolders } from './folders.store'
import { findLibrary } from './libraries.queries'
import { changeLibrary } from './libraries.store'
import { type LibraryColumns, namingColumns, settingsColumns } from './library-columns'
import { namedFolders } from './library-folder'
import { publishLibraryEvent } from './publish-library-event'

/**
 * Changes a library. A `path` alone moves the first folder: books keep their paths below it. For `paths` see
 * `planFolders`. New naming rules rename books, which keep their identity.
 * @throws NotFound, also when a partial viewer changes its folders; BadRequest for an unreadable folder or invalid
 * naming rule; Conflict if folders overlap each other or another library's
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
  const plan = await plannedFolders(deps, viewer, row, request)
  const { scanning_config } = changes
  await deps.write(async tx => {
    // First, to avoid a deadlock: a running scan locks its task, then the library; so a transaction that locks the
    // library must not wait for the task.
    if (renames) await deps.scans.rename(tx, row.id)
    if (plan?.needsScan) await deps.scans.request(tx, { pk, id: row.id })
    if (plan) await changeFolders(tx, pk, plan, row, deps.now())
    await changeLibrary(tx, pk, { ...changes, updated_at: deps.now() })
    publishLibraryEvent(tx, { pk, id: row.id }, 'library_updated')
    const before = row.folders.map(({ path }) => path)
    const after = plan?.folders.map(({ path }) => path) ?? before
    if (before.join('\n') !== after.join('\n')) {
      const library = { id: row.id, name: row.name }
      const details = { before, after }
      const subject = { kind: 'library', ...library } as const
      const act = { action: 'library_folders_changed', userPk: viewer.userPk, subject, library, details } as const
      await beginAct(tx, act, deps.now(), { outcome: 'done' })
    }
    const changed = changedMembers(request)
    if (changed.length > 0) {
      const library = { kind: 'library', id: row.id, name: changes.name ?? row.name } as const
      await recordAct(tx, viewer, 'library_changed', library, { now: deps.now(), library, details: { changed } })
    }
    if (scanning_config !== undefined) await deps.schedules.follow(tx, pk, scanning_config)
  })
  if (scanning_config !== undefined) deps.schedules.announce()
  if (renames || plan?.needsScan) deps.scans.announce()
}

/** Fields in the request, except folders, which are recorded separately. */
function changedMembers(request: UpdateLibraryRequest): string[] {
  const { path: _, paths: __, ...others } = request
  return Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

/** Null if the request does not mention folders. */
async function plannedFolders(
  deps: LibraryChanges,
  viewer: Viewer,
  known: Folders & { readonly id: string },
  request: UpdateLibraryRequest,
): Promise<FolderPlan | null> {
  const present = known.folders.map(({ path }) => path)
  const asked = foldersOf(request).filter(path => !present.includes(path))
  if (asked.length > 0) await requireAllowedFolders(deps.reader, viewer, deps.folderRules, asked)
  const named = await namedFolders(request, present)
  if (named === null) return null
  const fresh = named.filter(path => !present.includes(path))
  if (fresh.length > 0) {
    // Overlaps and contents of a folder may be hidden from partial viewers.
    if (viewer.visibility.kind !== 'all') {
      throw refused('Forbidden', 'sees_part', 'Only people who can see every library and series can do this')
    }
    await requireAllowedFolders(deps.reader, viewer, deps.folderRules, fresh)
  }
  // Removing a folder hides its books, also those a partial viewer does not see.
  const isSame = request.paths != null && fresh.length === 0 && named.length === present.length
  if (!isSame) await requireWholeLibrary(deps.reader, viewer, known.id, 'Library')
  if (request.paths != null) return planFolders(deps.reader, known, named)
  const [first, ...others] = known.folders
  const path = named[0]
  if (!first || path === undefined) return null
  return { folders: [{ pk: first.pk, path }, ...others], removed: [], needsScan: false }
}
