import { basename } from 'node:path'
import type { CreateLibraryRequest } from '@octavo/contract/library'
import type { Reader, Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { changedChoice, choiceOfRow, namingOf } from '../naming'
import { type FolderRules, foldersOf, requireAllowedFolders } from './allowed-folders'
import { libraryOfFolder } from './libraries.queries'
import { insertLibrary } from './libraries.store'
import { LIBRARY_DEFAULTS, settingsColumns } from './library-columns'
import { libraryFolder, namedFolders } from './library-folder'
import type { LibraryScans } from './library-scans'
import type { LibrarySchedules } from './library-schedules'
import { publishLibraryEvent } from './publish-library-event'

export interface LibraryChanges {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly scans: LibraryScans
  readonly schedules: LibrarySchedules
  readonly folderRules: FolderRules
}

/**
 * Creates a library of folders and returns its id.
 * @throws BadRequest for an unreadable folder or an invalid naming rule, Forbidden outside the allowed folders,
 * Conflict if folders overlap each other or another library's
 */
export async function createLibrary(
  deps: LibraryChanges,
  viewer: Viewer,
  request: CreateLibraryRequest,
): Promise<string> {
  if (request.scanningConfig) deps.schedules.check(request.scanningConfig)
  namingOf(changedChoice(choiceOfRow(null), request))
  await requireAllowedFolders(deps.reader, viewer, deps.folderRules, foldersOf(request))
  const paths = await namedFolders(request)
  if (paths === null) throw refused('BadRequest', 'field_missing', 'A library needs a folder', 'paths')
  await requireAllowedFolders(deps.reader, viewer, deps.folderRules, paths)
  const now = deps.now()
  const settings = settingsColumns(request)
  const { id } = await deps.write(async tx => {
    const columns = { ...LIBRARY_DEFAULTS, ...settings, name: request.name, created_at: now, updated_at: now }
    const library = await insertLibrary(tx, columns, paths)
    await deps.schedules.follow(tx, library.pk, settings.scanning_config ?? null)
    publishLibraryEvent(tx, library, 'library_created')
    const subject = { kind: 'library', id: library.id, name: request.name } as const
    await recordAct(tx, viewer, 'library_created', subject, { now, library: subject, details: { folders: paths } })
    if (request.scanImmediately) await deps.scans.request(tx, library)
    return library
  })
  deps.scans.announce()
  if (request.scanningConfig) deps.schedules.announce()
  return id
}

/** Folders on the command line and the roots are set by the same person. */
function withoutRoots(deps: LibraryChanges): LibraryChanges {
  return { ...deps, folderRules: { ...deps.folderRules, roots: [] } }
}

/**
 * The library of a folder; if there is none, creates one with the folder's name and scans it.
 * @throws BadRequest if the folder cannot be read, Conflict if it is inside, or contains, another library's
 */
export async function ensureLibrary(deps: LibraryChanges, folder: string): Promise<{ id: string; isNew: boolean }> {
  const path = await libraryFolder(folder)
  const known = await libraryOfFolder(deps.reader, path)
  if (!known) {
    return {
      id: await createLibrary(withoutRoots(deps), SYSTEM_VIEWER, { name: basename(path), path, scanImmediately: true }),
      isNew: true,
    }
  }
  await deps.write(tx => deps.scans.request(tx, known))
  deps.scans.announce()
  return { id: known.id, isNew: false }
}
