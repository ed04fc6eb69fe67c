import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BookFacts, FileProblem } from '../../../formats/facts'
import type { AnalysisDeps, WaitingBook } from './analysis.types'

/** The page that failed while somebody read it, as recorded then. */
interface FailedPage {
  readonly pageNumber: number
  /** Width in pixels; absent for the original width. */
  readonly width?: number
  readonly asJpeg?: boolean
}

/**
 * An analysis does not render pages, so it cannot know that one fails. The failed page is rendered once more, and keeps
 * its error if it fails again.
 */
export async function pagesTriedAgain(deps: AnalysisDeps, book: WaitingBook, facts: BookFacts): Promise<BookFacts> {
  let { errors } = facts
  for (const details of [book.page_details, book.pdf_details]) {
    const failed = details === null ? null : failedPage(details)
    const problem = failed && (await pageProblem(deps, book, facts, failed))
    if (problem && !errors.some(({ errorType }) => errorType === problem.errorType)) errors = [...errors, problem]
  }
  return errors === facts.errors ? facts : { ...facts, errors }
}

function failedPage(details: string): FailedPage | null {
  const { pageNumber, width, asJpeg } = JSON.parse(details) as Partial<FailedPage>
  return pageNumber === undefined
    ? null
    : { pageNumber, ...(width !== undefined && { width }), ...(asJpeg && { asJpeg }) }
}

async function pageProblem(
  { pool, covers }: AnalysisDeps,
  book: WaitingBook,
  { pages }: BookFacts,
  failed: FailedPage,
): Promise<FileProblem | null> {
  const { pageNumber: page, width = null, asJpeg = false } = failed
  const entry = pages[page - 1]
  if (!entry) return null
  const target = covers.draft()
  const made = await pool.page({ ...entry, path: join(book.folder_path, book.path), page, width, asJpeg, target })
  await rm(target, { force: true })
  if (made.ok) return null
  return { ...made.problem, details: { ...made.problem.details, page: entry.name, ...failed } }
}
