import type { BookErrorType } from '@octavo/contract/formats'
import type { BookFacts, FileProblem, FileStamp } from '../../../formats/facts'
import { releaseDateKey } from '../../../formats/release-date'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { LIMITS } from '../../../kernel/limits'
import type { bookStore } from '../../catalogue/books'
import { coverVersion } from '../../catalogue/covers'
import type { BookNames, LibraryNamer, SeriesPlace } from '../../catalogue/naming'
import type { WaitingBook } from './analysis.types'

/** Whether a file was written so recently that it may be incomplete. */
export function isFresh({ modifiedMs }: Pick<FileStamp, 'modifiedMs'>, now: number): boolean {
  return Math.abs(now - modifiedMs) < LIMITS.scan.settleMs
}

/** Problems of a fresh file are not meaningful: the rest of it may still arrive. */
export function isDoubtful({ errors, stamp }: BookFacts, now: number): boolean {
  return isFresh(stamp, now) && errors.some(({ errorType }) => errorType !== 'thumbnail' && errorType !== 'metadata')
}

/** The problem shown for a book with several: those that prevent reading it come first. */
const GRAVITY: readonly BookErrorType[] = [
  'parser',
  'format_detection',
  'zero_pages',
  'pdf_rendering',
  'page_extraction',
  'other',
  'thumbnail',
  'metadata',
]

/**
 * The file is missing or being written: nothing is known about the book, and the next scan tries again. A failing disk
 * tells nothing about a book that was read before either.
 */
export function isForLater({ analyzed }: Pick<WaitingBook, 'analyzed'>, { errors }: BookFacts): boolean {
  return errors.some(
    ({ reason, details }) =>
      reason === 'changed-while-read' ||
      (reason === 'unreadable' && (analyzed || details?.code === 'ENOENT' || details?.code === 'ENOTDIR')),
  )
}

/** The error of a failing disk, whose books stay as they are; null for a file that is being written. */
export function failureOf({ errors }: BookFacts): FileProblem | null {
  return errors.find(({ reason, details }) => reason === 'unreadable' && details?.code !== 'ENOENT') ?? null
}

/** The sentence shown for a book; null if it is readable and only its metadata is not. */
export function shownProblem({ errors, pageCount, format }: BookFacts): string | null {
  const grave = errors.toSorted((a, b) => gravity(a) - gravity(b))[0]
  return grave && (pageCount === 0 || !isWarning(grave, format)) ? grave.message : null
}

/** Problems that do not prevent reading a book; the cover of an EPUB is none of its pages. */
function isWarning({ errorType }: FileProblem, format: BookFacts['format']): boolean {
  return errorType === 'metadata' || (errorType === 'thumbnail' && format === 'epub')
}

function gravity({ errorType }: FileProblem): number {
  return GRAVITY.indexOf(errorType)
}

/** Names of a book after its file was read, and its series if that changes. */
export interface ReadNames {
  readonly names: BookNames
  readonly movesTo: SeriesPlace | null
  /** The new title of its series, unless that is locked. */
  readonly retitle: string | null
}

/** The state of a book after reading its file. */
export function analysisOf(
  book: WaitingBook,
  facts: BookFacts,
  names: BookNames,
  { isPositional }: Pick<LibraryNamer, 'isPositional'>,
): bookStore.Analysis {
  const { metadata } = facts
  return {
    bookPk: book.pk,
    stamp: facts.stamp,
    format: facts.format,
    fileHash: facts.fileHash ?? '',
    pagesHash: facts.pagesHash ?? null,
    readerSyncHash: facts.readerSyncHash,
    pageCount: facts.pageCount,
    analyzed: facts.pageCount > 0,
    error: shownProblem(facts),
    ...shownCover(book, facts),
    // Without a number of its own, it keeps the one from its position.
    names: { ...names, number: names.number ?? (isPositional(book.file_name) ? book.number : null) },
    summary: metadata?.summary ?? null,
    releaseDate: metadata && releaseDateKey(metadata),
  }
}

/** A locked cover stays, regardless of the file. */
export function keepsCover({ locks, cover_version }: Pick<WaitingBook, 'locks' | 'cover_version'>): boolean {
  return cover_version !== null && isLocked(BOOK_LOCKS, locks, 'cover')
}

function shownCover(book: WaitingBook, facts: BookFacts) {
  if (keepsCover(book)) return { thumbHash: book.thumb_hash, coverVersion: book.cover_version }
  return { thumbHash: facts.cover?.thumbHash ?? null, coverVersion: coverVersion(facts) }
}
