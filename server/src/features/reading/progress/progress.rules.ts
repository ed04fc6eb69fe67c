import type { UpdateProgressRequest } from '@octavo/contract/progress'

/** Reading this share of an EPUB counts as having finished it: what follows is seldom the story. */
const FINISHED_SHARE = 0.98

export interface Place {
  /** 1-based, never behind the last page. */
  readonly page: number
  readonly percentage: number | null
  readonly completed: boolean
  /** The exact place in an ebook as JSON; a place reported without one makes an older locator worthless. */
  readonly locator?: string
}

/** Where a reading app's report puts the reader. `pageCount` 0: not known yet. */
export function placeOf(report: UpdateProgressRequest, pageCount: number): Place {
  const page = pageCount > 0 ? Math.min(report.currentPage, pageCount) : report.currentPage
  const percentage = report.progressPercentage ?? null
  const finished = (pageCount > 0 && page >= pageCount) || (percentage ?? 0) >= FINISHED_SHARE
  return { page, percentage, completed: report.completed ?? finished }
}
