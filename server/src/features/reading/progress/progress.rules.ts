import type { UpdateProgressRequest } from '@octavo/contract/progress'

/** Reading this share of an EPUB counts as finishing it: the rest is rarely part of the story. */
const FINISHED_SHARE = 0.98

export interface Place {
  /** 1-based, at most the last page. */
  readonly page: number
  readonly percentage: number | null
  readonly completed: boolean
  /** The exact place in an ebook as JSON; a place without one invalidates an older locator. */
  readonly locator?: string
}

/** The place in a reading app's report. `pageCount` 0: unknown. */
export function placeOf(report: UpdateProgressRequest, pageCount: number): Place {
  const page = pageCount > 0 ? Math.min(report.currentPage, pageCount) : report.currentPage
  const percentage = report.progressPercentage ?? null
  const finished = (pageCount > 0 && page >= pageCount) || (percentage ?? 0) >= FINISHED_SHARE
  return { page, percentage, completed: report.completed ?? finished }
}
