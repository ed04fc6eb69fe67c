import type { Sort } from '../filters'
import type { Access } from './list-query'
import { type Window, windowOf } from './window'

/** The input of a list's plan. */
export interface PlanQuestion {
  readonly sort: Sort
  /** Replaces a sort by rank. */
  readonly defaultSort: Sort
  readonly page: number
  readonly pageSize: number
  /** Search by words, by text without words, or no search. */
  readonly text: 'words' | 'signs' | null
  /** By rank. */
  readonly isRanked: boolean
  /** Whether the only sort field is a sparse value: time of reading, or a rating. */
  readonly isSparse: boolean
  /** All live rows, hidden ones too, or rows selected by other tables. */
  readonly within: 'all' | 'hidden too' | 'named'
}

export type Plan =
  /** The page is beyond the last row. */
  | { readonly strategy: 'nothing' }
  /** All matches, sorted by rank. */
  | { readonly strategy: 'best-first'; readonly window: Window }
  /** Titles that begin with the query from the title index, then the newest others: without sorting. */
  | { readonly strategy: 'title-then-newest'; readonly window: Window; readonly access: Access }
  /** Rows with a sort value, the rest by key before or after them. */
  | { readonly strategy: 'sparse'; readonly window: Window; readonly hasCursors: boolean }
  /** By an index in sort order. */
  | { readonly strategy: 'in-order'; readonly window: Window; readonly access: Access; readonly hasCursors: boolean }

/** Results with more rows are not sorted by rank. */
const MOST_RANKED = 500
/** With more rows, SQLite must find them in the order of the sort: any other index selects rows that are then sorted. */
const MANY = 2000
/**
 * With more matching rows, SQLite checks words and condition row by row instead of selecting all of them first. Words of
 * a row take longer to check.
 */
const WIDE = { withWords: 20_000, without: 10_000 }

/** How the rows of one page are found; `total` is the number of rows. */
export function planList(question: PlanQuestion, total: number, dialect: 'sqlite' | 'postgres'): Plan {
  const { page, pageSize, text, isRanked, isSparse, within } = question
  const sort = isRanked ? question.defaultSort : question.sort
  // Indexes of titles and words cover live rows only.
  const isSorted = isRanked && text !== null && !(text === 'words' && within === 'all' && total > MOST_RANKED)
  const window = windowOf({ sort, page, pageSize }, isSorted ? undefined : total)
  if (!window) return { strategy: 'nothing' }
  if (isSorted) return { strategy: 'best-first', window }
  const wide = text === null ? WIDE.without : WIDE.withWords
  const isWide = dialect === 'sqlite' && total > wide && within !== 'hidden too'
  const isOrdered = dialect === 'sqlite' && total > MANY && (text === null || isWide)
  const access: Access = { isOrdered, isWide }
  if (isRanked && text !== null) return { strategy: 'title-then-newest', window, access }
  const [{ seed }] = sort
  const hasCursors = text === null && sort.length === 1 && seed === undefined
  if (isSparse && !isRanked) return { strategy: 'sparse', window, hasCursors }
  return { strategy: 'in-order', window, access, hasCursors }
}
