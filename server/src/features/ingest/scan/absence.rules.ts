import type { AbsenceDto } from '@octavo/contract/library'
import { timestamp } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { KnownBook } from './scan.types'

/** A place of a folder whose books are missing without proof of deletion. */
export type Absence = Omit<AbsenceDto, 'folder'>

/** A confirmed loss: number of books in a place, and the reason. */
export type Confirmation = Pick<AbsenceDto, 'path' | 'reason' | 'books'>

/** The results of a scan for one folder of a library. */
export interface Evidence {
  readonly root: string
  /** Live books before the scan. */
  readonly known: number
  /** Book files in the walk. */
  readonly files: number
  /** Live books without a file, though their folder was listed without errors. */
  readonly gone: readonly KnownBook[]
  /** Former mount points that are unmounted or empty now; `''` is the whole folder. */
  readonly lost: ReadonlyMap<string, 'unmounted' | 'empty'>
  readonly confirmed: readonly Confirmation[]
}

export interface Verdict {
  /** Provably gone, or confirmed by a person. */
  readonly gone: readonly KnownBook[]
  readonly absences: readonly Omit<Absence, 'since'>[]
}

/**
 * Which books count as deleted. Absence needs proof: a folder without any book counts as an unmounted disk until proven
 * otherwise; so does a former mount point, and so does the loss of a large share of the books at once.
 */
export function judgeAbsence(evidence: Evidence): Verdict {
  const { root, known, files, lost } = evidence
  const places = [...lost.keys()].toSorted((a, b) => b.length - a.length)
  const placeOf = (book: KnownBook) => places.find(place => place === '' || book.path.startsWith(`${place}/`)) ?? null
  const byPlace = Map.groupBy(evidence.gone, placeOf)
  const gone: KnownBook[] = []
  const absences: Omit<Absence, 'since'>[] = []

  function doubt(books: readonly KnownBook[], path: string, reason: AbsenceDto['reason'], message: string): void {
    if (isConfirmed({ path, reason, books: books.length }, evidence.confirmed)) gone.push(...books)
    else absences.push({ path, reason, message, books: books.length, mayConfirm: reason !== 'unreadable' })
  }

  for (const [place, books] of byPlace) {
    if (place === null) continue
    const reason = lost.get(place) ?? 'unmounted'
    doubt(books, place, reason, lossSentence(reason, place === '' ? root : `${root}/${place}`, books.length))
  }
  const rest = byPlace.get(null) ?? []
  const most = (known - evidence.gone.length + rest.length) * LIMITS.scan.vanishedShare
  if (rest.length > 0 && files === 0) doubt(rest, '', 'empty', lossSentence('empty', root, rest.length))
  // A person may well delete one book, however small the library.
  else if (rest.length > 1 && rest.length > most) doubt(rest, '', 'many_gone', manySentence(rest.length, known, root))
  else gone.push(...rest)
  return { gone, absences }
}

/** Books below unreadable places: their state is unknown. */
export function unreadableAbsences(
  unknown: ReadonlyMap<string, string>,
  unseen: readonly KnownBook[],
): Omit<Absence, 'since'>[] {
  return [...unknown].flatMap(([path, message]) => {
    const books = unseen.filter(book => !book.deleted && (book.path === path || book.path.startsWith(`${path}/`)))
    return books.length === 0
      ? []
      : [{ path, reason: 'unreadable' as const, message, books: books.length, mayConfirm: false }]
  })
}

/** The places as stored with the folder: one absent before keeps its date. */
export function datedAbsences(
  absences: readonly Omit<Absence, 'since'>[],
  before: readonly Absence[],
  now: number,
): Absence[] {
  return absences.map(absence => {
    const known = before.find(({ path, reason }) => path === absence.path && reason === absence.reason)
    return { ...absence, since: known?.since ?? timestamp(now) }
  })
}

/** Confirming a loss doesn't confirm a larger one. */
function isConfirmed(loss: Confirmation, confirmed: readonly Confirmation[]): boolean {
  return confirmed.some(
    ({ path, reason, books }) => path === loss.path && reason === loss.reason && books >= loss.books,
  )
}

function lossSentence(reason: 'unmounted' | 'empty', folder: string, books: number): string {
  const what =
    reason === 'empty'
      ? `There are no files in ${folder}, where ${books} of the library's books were. Check that its disk is mounted.`
      : `The disk at ${folder} is not mounted, so ${books} books are missing. Mount it again.`
  return `${what} Nothing was removed.`
}

function manySentence(gone: number, known: number, root: string): string {
  return `${gone} of ${known} books are gone at once. Check that the disk of ${root} is complete and mounted. Nothing was removed.`
}
