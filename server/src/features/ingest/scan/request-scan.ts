import { lstat, realpath } from 'node:fs/promises'
import type { ScanStatusDto } from '@octavo/contract/scan'
import type { Reader, Tx, Write } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { beginAct, recordAct, type Subject } from '../../../platform/audit-log'
import type { TaskSignal } from '../../../platform/task-signal'
import { findLibrary, type LibraryScans } from '../../catalogue/libraries'
import { findSeries } from '../../catalogue/series'
import { enqueueNaming } from './apply-naming'
import { knownBooksIn, seriesPlaces } from './known-books.queries'
import { placesOfBoth } from './narrowing.rules'
import { readAbsences } from './presence'
import { latestScan } from './scan.queries'
import type { Folder, ScanMode, ScanPlace, ScanRequest } from './scan.types'
import { scanView } from './scan.view'
import { endScan, enqueueScan } from './scan-task'

export interface ScanRequests {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly tasks: TaskSignal
}

/**
 * A person's request to scan a whole library now, or one folder and those below it.
 * @throws NotFound for an unknown library or folder, BadRequest for a path outside the library's folder, Conflict if
 * the whole library is requested and such a scan is pending or running
 */
export async function requestScan(
  deps: ScanRequests,
  viewer: Viewer,
  id: string,
  mode: ScanMode,
  path?: string,
): Promise<ScanStatusDto> {
  const { pk, id: libraryId, name, folders } = await findLibrary(deps.reader, viewer, id)
  const places = path === undefined ? [] : await askedPlaces(deps, folders, path)
  const library = { id: libraryId, name }
  const note = scanNote(deps, viewer, { kind: 'library', ...library }, library, { mode, ...(path && { path }) })
  return queueScan(deps, viewer, pk, { libraryId, mode, places }, note)
}

/** Requests of people go to the audit log; scans by schedules and changes appear in the list of scans only. */
function scanNote(
  { now }: ScanRequests,
  viewer: Viewer,
  subject: Subject,
  library: { readonly id: string; readonly name: string },
  details: Readonly<Record<string, unknown>>,
) {
  return (tx: Tx) => recordAct(tx, viewer, 'scan_requested', subject, { now: now(), library, details })
}

/**
 * A person's request to scan the places of a series.
 * @throws NotFound for an unknown series, or if its places are unknown
 */
export async function requestSeriesScan(
  deps: ScanRequests,
  viewer: Viewer,
  id: string,
  mode: ScanMode,
): Promise<ScanStatusDto> {
  const series = await findSeries(deps.reader, viewer, id)
  const library = await findLibrary(deps.reader, viewer, series.library_id)
  const all = await seriesPlaces(deps.reader, series.pk)
  if (all.length === 0) throw notFound('File of this series')
  const subject = { kind: 'series', id: series.id, name: series.title } as const
  const note = scanNote(deps, viewer, subject, { id: library.id, name: library.name }, { mode })
  return queueScan(deps, viewer, library.pk, { libraryId: library.id, mode, places: placesOfBoth(all, all) }, note)
}

/** An existing folder, or one that had books: below one of the library's folders, or several. */
async function askedPlaces({ reader }: ScanRequests, folders: readonly Folder[], given: string): Promise<ScanPlace[]> {
  const path = given.replace(/\/+$/, '')
  if (path.split('/').some(part => part === '' || part === '.' || part === '..') || path.includes('\0')) {
    const message = "has to be the path of a folder below the library's own, such as Marvel/Batman"
    throw refused('BadRequest', 'field_bad', `query path: ${message}`, { issues: [{ path: 'path', message }] })
  }
  const places: ScanPlace[] = []
  for (const folder of folders) {
    const isKnown = async () => (await knownBooksIn(reader, [{ folder, path, below: true }])).length > 0
    if ((await isFolder(`${folder.path}/${path}`)) || (await isKnown())) {
      places.push({ root: folder.path, path, below: true })
    }
  }
  if (places.length === 0) throw notFound('Folder')
  return places
}

function isFolder(path: string): Promise<boolean> {
  return realpath(path).then(
    async real => real === path && (await lstat(path)).isDirectory(),
    () => false,
  )
}

/**
 * A person confirms that books missing at the last scan are gone, at one place, in one folder or all; the library is
 * scanned again. A larger loss than the one shown is not confirmed.
 * @throws NotFound, Conflict if there is nothing to confirm, or a scan is pending or running
 */
export async function confirmMissing(
  deps: ScanRequests,
  viewer: Viewer,
  id: string,
  place: { readonly folder: string | null; readonly path: string | null },
): Promise<ScanStatusDto> {
  const row = await findLibrary(deps.reader, viewer, id)
  const isMeant = (asked: string | null, own: string) => asked === null || asked === own
  const confirmed = row.folders
    .filter(folder => isMeant(place.folder, folder.path))
    .flatMap(folder => readAbsences(folder.absences).map(absence => ({ folder: folder.path, ...absence })))
    .filter(absence => absence.mayConfirm && isMeant(place.path, absence.path))
    .map(({ folder, path, reason, books }) => ({ folder, path, reason, books }))
  if (confirmed.length === 0) throw refused('Conflict', 'changed_since', 'There are no missing books to confirm')
  const library = { id: row.id, name: row.name }
  const note = (tx: Tx) =>
    beginAct(
      tx,
      {
        action: 'missing_confirmed',
        userPk: viewer.userPk,
        subject: { kind: 'library', ...library },
        library,
        details: { places: confirmed, books: confirmed.reduce((sum, { books }) => sum + books, 0) },
      },
      deps.now(),
      { outcome: 'done' },
    )
  return queueScan(deps, viewer, row.pk, { libraryId: row.id, mode: 'normal', confirmed }, note)
}

async function queueScan(
  { reader, write, now, tasks }: ScanRequests,
  viewer: Viewer,
  libraryPk: number,
  request: ScanRequest,
  note?: (tx: Tx) => Promise<unknown>,
): Promise<ScanStatusDto> {
  const requester = { requestedByPk: viewer.userPk }
  const { outcome } = await write(async tx => {
    const enqueued = await enqueueScan(tx, libraryPk, request, now(), requester)
    if (enqueued.outcome !== 'same') await note?.(tx)
    return enqueued
  })
  // A scan of the whole library covers a part of it.
  if (outcome === 'same' && !request.places?.length) {
    throw refused('Conflict', 'scan_runs', 'A scan of this library is already waiting or running')
  }
  tasks.notify()
  if (outcome === 'later') return comingScan(request.libraryId, now())
  const scan = await latestScan(reader, libraryPk)
  if (!scan) throw notFound('Scan')
  return scanView(scan)
}

/** Queues a scan to follow the running one. */
function comingScan(libraryId: string, now: number): ScanStatusDto {
  const none = { filesTotal: 0, filesProcessed: 0, seriesFound: 0, booksFound: 0, errors: [] }
  return { libraryId, status: 'pending', ...none, startedAt: timestamp(now), completedAt: null }
}

/** @throws NotFound for an unknown library, or if no scan of it is pending or running */
export async function stopScan({ reader, write, now }: ScanRequests, viewer: Viewer, id: string): Promise<void> {
  const { pk, id: libraryId, name } = await findLibrary(reader, viewer, id)
  const library = { id: libraryId, name }
  const ended = await write(async tx => {
    const isEnded = await endScan(tx, pk, libraryId, now())
    const subject = { kind: 'library', ...library } as const
    if (isEnded) await recordAct(tx, viewer, 'scan_cancelled', subject, { now: now(), library })
    return isEnded
  })
  if (!ended) throw notFound('Running scan')
}

/** Implements the libraries' interface to scans. */
export function libraryScans({ now, tasks }: Pick<ScanRequests, 'now' | 'tasks'>): LibraryScans {
  return {
    async request(tx, { pk, id }) {
      // A running one may have begun before the change.
      await enqueueScan(tx, pk, { libraryId: id, mode: 'normal', confirmed: [] }, now(), { isAfterRunning: true })
    },
    async cancel(tx, libraryId) {
      const library = await tx.query.selectFrom('libraries').select('pk').where('id', '=', libraryId).executeTakeFirst()
      if (library) await endScan(tx, library.pk, libraryId, now())
    },
    rename: (tx, libraryId) => enqueueNaming(tx, libraryId),
    announce: () => tasks.notify(),
  }
}
