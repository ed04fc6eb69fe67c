import { readdir } from 'node:fs/promises'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { answered } from '../../../kernel/patience'
import { type LibraryRow, libraryStore, publishLibraryEvent } from '../../catalogue/libraries'
import { type Absence, datedAbsences, judgeAbsence, unreadableAbsences } from './absence.rules'
import { type Mount, mountsAround, placeOf, readMounts } from './mounts'
import type { Folder, KnownBook, ScanPayload } from './scan.types'
import { missingBooks } from './scan-problems'
import type { ScanRun } from './scan-run'

/** The results of a scan for one folder of its library. */
export interface FolderFound {
  readonly folder: Folder
  /** Live books before the scan, less those proven gone. */
  readonly known: number
  /** Book files in the walk. */
  readonly files: number
  /** Live books without a file in a listed place. */
  readonly gone: readonly KnownBook[]
  /** Books without a file in an unreadable place, with the reason. */
  readonly unseen: readonly KnownBook[]
  readonly unknown: ReadonlyMap<string, string>
}

export interface Judgement {
  /** Books that are gone. */
  readonly gone: readonly KnownBook[]
  /** Keys of the folders that are missing now. */
  readonly away: ReadonlySet<number>
}

interface Verdict {
  readonly folder: Folder
  readonly gone: readonly KnownBook[]
  readonly absences: readonly Absence[]
  readonly mounts: readonly Mount[]
  /** Why nothing in the folder is reliable; null if it is. */
  readonly problem: string | null
  /** When its books were last seen, except missing ones. */
  readonly seenAt: number | null
}

/**
 * Decides on books without a file, folder by folder, and shows those in doubt. A missing folder keeps all its books,
 * and does not affect the others.
 * @throws ServiceUnavailable if all folders are missing
 */
export async function judgePresence(
  run: ScanRun,
  row: LibraryRow,
  confirmed: ScanPayload['confirmed'],
  found: readonly FolderFound[],
): Promise<Judgement> {
  const verdicts: Verdict[] = []
  for (const one of found) verdicts.push(await judgeFolder(run, row, confirmed, one))
  const problems = verdicts.flatMap(({ problem }) => problem ?? [])
  const isAllAway = problems.length === verdicts.length
  for (const { folder, absences } of verdicts) {
    for (const absence of absences) {
      // The walk has noted the unreadable places below it.
      if (absence.path === '' || absence.reason !== 'unreadable') run.report.note(missingBooks(folder.path, absence))
    }
  }
  const save = async (tx: Tx) => {
    for (const { folder, absences, mounts, problem, seenAt } of verdicts) {
      await libraryStore.setPresence(tx, folder, {
        unavailable_reason: problem,
        absences: absences.length === 0 ? null : JSON.stringify(absences),
        mounts: JSON.stringify(mounts),
        seen_at: seenAt,
      })
    }
    if (problems.length > 0) publishLibraryEvent(tx, run.library, 'library_updated')
  }
  const isWell = verdicts.every(
    ({ gone, absences, problem }) => gone.length + absences.length === 0 && problem === null,
  )
  const wasWell = row.folders.every(folder => folder.absences === null && folder.unavailable_reason === null)
  if (isWell && wasWell) run.writeAlong('What was seen of the folders', save)
  else await run.write(save)
  if (isAllAway) {
    const where = verdicts.map(({ folder }) => folder.path).join(', ')
    throw refused('ServiceUnavailable', 'folder_away', problems.join(' '), { where })
  }
  const there = verdicts.filter(({ problem }) => problem === null)
  return {
    gone: there.flatMap(({ gone }) => gone),
    away: new Set(verdicts.filter(({ problem }) => problem !== null).map(({ folder }) => folder.pk)),
  }
}

async function judgeFolder(
  run: ScanRun,
  row: LibraryRow,
  allConfirmed: ScanPayload['confirmed'],
  { folder, known, files, gone, unseen, unknown }: FolderFound,
): Promise<Verdict> {
  const { deps, signal } = run
  const stored = row.folders.find(({ pk }) => pk === folder.pk)
  const remembered = readMounts(stored?.mounts ?? null)
  const before = readAbsences(stored?.absences ?? null)
  if (unknown.has('')) {
    const message = `The folder ${folder.path} cannot be read. Check that it exists and that its disk is mounted.`
    const absence = { path: '', reason: 'unreadable' as const, message, books: known, mayConfirm: false }
    const absences = datedAbsences([absence], before, deps.now())
    return { folder, gone: [], absences, mounts: remembered, problem: message, seenAt: stored?.seen_at ?? null }
  }
  const mounts = await mountsAround(folder.path, deps.mountTable)
  const lost = gone.length === 0 ? new Map() : await lostMounts(folder.path, remembered, mounts, signal)
  const confirmed = allConfirmed.filter(one => one.folder === folder.path)
  const verdict = judgeAbsence({ root: folder.path, known, files, gone, lost, confirmed })
  const absences = [...verdict.absences, ...unreadableAbsences(unknown, unseen)]
  const awaited = remembered.filter(({ point }) =>
    verdict.absences.some(({ path, reason }) => reason === 'unmounted' && path === placeOf(point, folder.path)),
  )
  return {
    folder,
    gone: verdict.gone,
    absences: datedAbsences(absences, before, deps.now()),
    mounts: [...mounts, ...awaited.filter(one => !mounts.some(({ point }) => point === one.point))],
    problem: absences.find(({ path }) => path === '')?.message ?? null,
    // An unmounted disk shows no file.
    seenAt: files > 0 || known === 0 ? deps.now() : (stored?.seen_at ?? null),
  }
}

/** Former mount points that are unmounted or empty. */
export async function lostMounts(
  root: string,
  remembered: readonly Mount[],
  mounts: readonly Mount[],
  signal: AbortSignal,
): Promise<Map<string, 'unmounted' | 'empty'>> {
  const lost = new Map<string, 'unmounted' | 'empty'>()
  for (const { point } of remembered) {
    if (!mounts.some(mount => mount.point === point)) lost.set(placeOf(point, root), 'unmounted')
    // A share mounted while its server is away may show an empty folder.
    else if (await isEmpty(point, signal)) lost.set(placeOf(point, root), 'empty')
  }
  return lost
}

async function isEmpty(folder: string, signal: AbortSignal): Promise<boolean> {
  const names = await answered(readdir(folder), signal).catch(() => [])
  signal.throwIfAborted()
  return names.length === 0
}

/** The absent places as stored with a folder. */
export function readAbsences(text: string | null): Absence[] {
  return text === null ? [] : (JSON.parse(text) as Absence[])
}
