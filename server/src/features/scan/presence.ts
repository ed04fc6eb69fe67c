import { readdir } from 'node:fs/promises'
import type { AbsenceDto } from '@octavo/contract/library'
import { AppError } from '../../kernel/app-error'
import { answered } from '../../kernel/patience'
import { type LibraryRow, libraryStore, tellOfLibrary } from '../libraries'
import { datedAbsences, judgeAbsence, unreadableAbsences } from './absence.rules'
import { type Mount, mountsAround, placeOf, readMounts } from './mounts'
import type { KnownBook, ScanPayload } from './scan.types'
import type { ScanRun } from './scan-run'

/** What a scan knows of a library's disks, and makes of what it does not find there. */
export interface Presence {
  /** Decides on books without a file, and keeps what is doubtful. Answers the books that are gone. */
  judge(found: Found): Promise<readonly KnownBook[]>
  /**
   * The library's folder itself could not be read.
   * @throws ServiceUnavailable
   */
  refuse(known: number): Promise<never>
}

interface Found {
  /** Live books before the scan, less those that are proven gone. */
  readonly known: number
  /** Live books without a file whose folder was listed. */
  readonly gone: readonly KnownBook[]
  /** Books without a file whose folder could not be read, and why. */
  readonly unseen: readonly KnownBook[]
  readonly unknown: ReadonlyMap<string, string>
}

export function createPresence(run: ScanRun, row: LibraryRow, confirmed: ScanPayload['confirmed']): Presence {
  const { library, deps, signal } = run
  const before = readAbsences(row.absences)
  const remembered = readMounts(row.mounts)

  /** Keeps the places that are absent; the whole library counts as unavailable when one of them is all of it. */
  async function keep(absences: readonly Omit<AbsenceDto, 'since'>[], mounts: readonly Mount[]): Promise<void> {
    const dated = datedAbsences(absences, before, deps.now())
    const whole = dated.find(({ path }) => path === '') ?? null
    await run.write(async tx => {
      await libraryStore.setPresence(tx, library.pk, {
        unavailable_reason: whole?.message ?? null,
        absences: dated.length === 0 ? null : JSON.stringify(dated),
        mounts: JSON.stringify(mounts),
      })
      if (whole) tellOfLibrary(tx, library, 'library_updated')
    })
    if (whole) throw new AppError('ServiceUnavailable', whole.message)
  }

  return {
    async judge({ known, gone, unseen, unknown }) {
      const mounts = await mountsAround(library.root, deps.mountTable)
      const lost = gone.length === 0 ? new Map() : await lostMounts(library.root, remembered, mounts, signal)
      const files = run.report.filesTotal
      const verdict = judgeAbsence({ root: library.root, known, files, gone, lost, confirmed })
      const absences = [...verdict.absences, ...unreadableAbsences(unknown, unseen)]
      for (const { path, message, reason } of absences) {
        if (path !== '' && reason !== 'unreadable') run.report.note(message)
      }
      const awaited = remembered.filter(({ point }) =>
        verdict.absences.some(({ path, reason }) => reason === 'unmounted' && path === placeOf(point, library.root)),
      )
      await keep(absences, [...mounts, ...awaited.filter(one => !mounts.some(({ point }) => point === one.point))])
      return verdict.gone
    },
    async refuse(books) {
      const message = `The folder ${library.root} cannot be read: see whether it is there and its disk mounted.`
      await keep([{ path: '', reason: 'unreadable', message, books, mayConfirm: false }], remembered)
      throw new AppError('ServiceUnavailable', message)
    },
  }
}

/** Places where a disk was mounted that is not there now, or that shows nothing. */
export async function lostMounts(
  root: string,
  remembered: readonly Mount[],
  mounts: readonly Mount[],
  signal: AbortSignal,
): Promise<Map<string, 'unmounted' | 'empty'>> {
  const lost = new Map<string, 'unmounted' | 'empty'>()
  for (const { point } of remembered) {
    if (!mounts.some(mount => mount.point === point)) lost.set(placeOf(point, root), 'unmounted')
    // A share that is mounted while its server is away may show an empty folder.
    else if (await isEmpty(point, signal)) lost.set(placeOf(point, root), 'empty')
  }
  return lost
}

async function isEmpty(folder: string, signal: AbortSignal): Promise<boolean> {
  const names = await answered(readdir(folder), signal).catch(() => [])
  signal.throwIfAborted()
  return names.length === 0
}

/** The absent places as a library's row keeps them. */
export function readAbsences(text: string | null): AbsenceDto[] {
  return text === null ? [] : (JSON.parse(text) as AbsenceDto[])
}
