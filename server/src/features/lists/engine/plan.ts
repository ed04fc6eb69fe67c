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
  /** Filtered, or a list by rule. */
  readonly hasCondition: boolean
  /** Whether the only sort field is a sparse value: time of reading, or a rating. */
  readonly isSparse: boolean
  /** All live rows, hidden ones too, or rows selected by other tables. */
  readonly within: 'all' | 'hidden too' | 'named'
  /** An index has the rows of each library in this order. */
  readonly isOrderOfLibrary: boolean
}

/** Known numbers before rows are read. */
export interface Facts {
  readonly total: number
  /** Results with more rows are not sorted by rank. */
  readonly mostSorted: number
  /** From this number of rows on, an index in sort order is faster than any other index plus sorting. */
  readonly many: number
}

export type Plan =
  /** The page is beyond the last row. */
  | { readonly strategy: 'nothing' }
  /** All matches, sorted by rank. */
  | { readonly strategy: 'best-first'; readonly window: Window }
  /** Titles that begin with the query from the title index, then the newest others: without sorting. */
  | { readonly strategy: 'title-then-newest'; readonly window: Window; readonly unindexed: 'none' | 'visible' }
  /** Rows with a sort value, the rest by key before or after them. */
  | { readonly strategy: 'sparse'; readonly window: Window; readonly hasCursors: boolean }
  /** By an index in sort order. */
  | { readonly strategy: 'in-order'; readonly window: Window; readonly access: Access; readonly hasCursors: boolean }

/** With more matching rows, SQLite checks the words of each row instead of querying the index for all of them. */
const WIDE = 20_000
/** The same for a condition: an index of its own would select rows that must then be sorted. */
const WIDE_CONDITION = 10_000

/** How the rows of one page are found. */
export function planList(
  question: PlanQuestion,
  { total, mostSorted, many }: Facts,
  dialect: 'sqlite' | 'postgres',
): Plan {
  const { page, pageSize, text, isRanked, isSparse, within, isOrderOfLibrary, hasCondition } = question
  const sort = isRanked ? question.defaultSort : question.sort
  // Indexes of titles and words cover live rows only.
  const isSorted = isRanked && text !== null && !(text === 'words' && within === 'all' && total > mostSorted)
  const window = windowOf({ sort, page, pageSize }, isSorted ? undefined : total)
  if (!window) return { strategy: 'nothing' }
  if (isSorted) return { strategy: 'best-first', window }
  const isWide = text !== null && total > WIDE
  const isMany = dialect === 'sqlite' && total > many && (text === null || isWide)
  if (isRanked && text !== null)
    return { strategy: 'title-then-newest', window, unindexed: isMany ? 'visible' : 'none' }
  const [{ seed }] = sort
  const hasCursors = text === null && sort.length === 1 && seed === undefined
  if (isSparse && !isRanked) return { strategy: 'sparse', window, hasCursors }
  const unindexed = isMany ? (isOrderOfLibrary ? 'visible' : 'library') : 'none'
  const condition =
    hasCondition && within === 'all' && dialect === 'sqlite' && total > WIDE_CONDITION ? 'rows' : 'index'
  const access: Access = { words: isWide ? 'rows' : 'index', unindexed, condition }
  return { strategy: 'in-order', window, access, hasCursors }
}
