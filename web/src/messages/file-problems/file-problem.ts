import { type BookErrorType, PROBLEM_REASONS, type ProblemReason } from '@octavo/contract/formats'
import { defineCatalogue } from '../language'
import type en from './en.json'

/** The problem of a book's file, as the server describes it. */
export interface FileProblem {
  /** Absent: the file as a whole. */
  readonly errorType?: BookErrorType
  readonly reason: ProblemReason
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

type OfPage = 'page-corrupt' | 'page-encrypted' | 'page-too-large' | 'page-unsupported'
type Code = ProblemReason | OfPage | 'metadata.long' | 'thumbnail.large' | 'thumbnail.unsupported'

const text = defineCatalogue<typeof en>(language => import(`./${language}.json`))
const reasons: ReadonlySet<string> = new Set(PROBLEM_REASONS)

/** What is wrong; null for a reason that this version of the app does not know. */
export function problemSentence(problem: FileProblem): string | null {
  if (!reasons.has(problem.reason)) return null
  const code = codeOf(problem)
  if (!isOfPage(code)) return text(code)
  const { page, pageNumber, pages, damaged } = problem.details ?? {}
  if (typeof pages === 'number' && pages > 1) return text(`${code}.several`, { count: pages })
  if (typeof damaged === 'number' && damaged > 1) return text('parts-corrupt', { count: damaged })
  if (typeof pageNumber === 'number') return text(`${code}.numbered`, { page: String(pageNumber) })
  return typeof page === 'string' ? text(`${code}.named`, { name: page }) : text(code)
}

/** What an administrator can do about it. */
export function remedyFor(problem: FileProblem): string | null {
  if (!reasons.has(problem.reason)) return null
  const { errorType } = problem
  const code = codeOf(problem)
  if (code === 'page-corrupt' && errorType === 'pdf_rendering') return text('fix.page-corrupt.pdf')
  if (code === 'changed-while-read' && isAboutPages(errorType)) return text('fix.changed-while-read.page')
  if (code === 'unsupported' && errorType === 'parser') return text('fix.unsupported.archive')
  return text(`fix.${code}`)
}

/** The same reason needs other words for a page, the metadata or the cover. */
function codeOf({ errorType, reason }: FileProblem): Code {
  const damaged = reason === 'corrupt' || reason === 'page-corrupt'
  if (isAboutPages(errorType)) {
    if (damaged) return 'page-corrupt'
    if (reason === 'encrypted' || reason === 'too-large' || reason === 'unsupported') return `page-${reason}`
  }
  if (errorType === 'metadata') return reason === 'too-large' ? 'metadata.long' : damaged ? 'metadata' : reason
  if (errorType === 'thumbnail') {
    if (damaged) return 'thumbnail'
    if (reason === 'too-large') return 'thumbnail.large'
    if (reason === 'unsupported') return 'thumbnail.unsupported'
  }
  return reason
}

const isAboutPages = (errorType: BookErrorType | undefined) =>
  errorType === 'page_extraction' || errorType === 'pdf_rendering'

const isOfPage = (code: Code): code is OfPage => code.startsWith('page-')
