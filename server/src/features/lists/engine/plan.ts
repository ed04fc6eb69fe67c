import type { Sort } from '../filters'
import { isDeep, type Window, windowOf } from './window'

/** What the plan of a list depends on. */
export interface PlanQuestion {
  readonly sort: Sort
  /** In place of a sort by how well rows fit. */
  readonly defaultSort: Sort
  readonly page: number
  readonly pageSize: number
  /** Whether rows are looked for by words, by a text that has none, or by neither. */
  readonly text: 'words' | 'signs' | null
  /** By how well rows fit the text. */
  readonly isRanked: boolean
  /** Whether the one sort field is a value that few rows have: when the viewer read them, or a rating. */
  readonly isSparse: boolean
  /** All live rows, hidden ones too, what the viewer has opened, or rows that other tables name. */
  readonly within: 'all' | 'hidden too' | 'opened' | 'named'
  /** An index has the rows of each library in this order. */
  readonly isOrderOfLibrary: boolean
}

/** What is known of a list before its rows are read; null where nobody has counted them. */
export interface Facts {
  readonly total: number | null
  /** More rows with some words are not sorted by how well they fit. */
  readonly mostSorted: number
  /** From so many rows on an index of their order finds a page sooner than any other one, and sorting. */
  readonly many: number
}

export type Plan =
  /** The page lies behind the last row. */
  | { readonly strategy: 'nothing' }
  /** All that is found is sorted by how well it fits. */
  | { readonly strategy: 'best-first'; readonly window: Window }
  /** Titles that begin with what was typed by the index of titles, then the newest others: nothing is sorted. */
  | { readonly strategy: 'title-then-newest'; readonly window: Window; readonly unindexed: 'none' | 'visible' }
  /** What has a value in its order, the rest by key before or behind it. */
  | { readonly strategy: 'sparse'; readonly window: Window; readonly hasCursors: boolean }
  /** By an index of the order; what was opened, by the viewer's own. */
  | {
      readonly strategy: 'in-order'
      readonly window: Window
      readonly words: 'index' | 'rows'
      readonly unindexed: 'none' | 'visible' | 'library'
      readonly hasCursors: boolean
    }

/** Of more rows with some words SQLite reads the words of each instead of asking the index for all of them. */
const WIDE = 20_000

/** How the rows of one page are found. */
export function planList(
  question: PlanQuestion,
  { total, mostSorted, many }: Facts,
  dialect: 'sqlite' | 'postgres',
): Plan {
  const { page, pageSize, text, isRanked, isSparse, within, isOrderOfLibrary } = question
  const count = total ?? 0
  const sort = isRanked ? question.defaultSort : question.sort
  // Indexes of titles and words know of all live rows alone.
  const isSorted = isRanked && text !== null && !(text === 'words' && within === 'all' && count > mostSorted)
  const window = windowOf({ sort, page, pageSize }, isSorted ? undefined : (total ?? undefined))
  if (!window) return { strategy: 'nothing' }
  if (isSorted) return { strategy: 'best-first', window }
  const isWide = text !== null && count > WIDE
  const isMany = dialect === 'sqlite' && count > many && (text === null || isWide)
  if (isRanked && text !== null)
    return { strategy: 'title-then-newest', window, unindexed: isMany ? 'visible' : 'none' }
  if (within === 'opened') return { strategy: 'in-order', window, words: 'index', unindexed: 'none', hasCursors: false }
  const [{ seed }] = sort
  const hasCursors = text === null && sort.length === 1 && seed === undefined && isDeep({ page, pageSize })
  if (isSparse && !isRanked) return { strategy: 'sparse', window, hasCursors }
  const unindexed = isMany ? (isOrderOfLibrary ? 'visible' : 'library') : 'none'
  return { strategy: 'in-order', window, words: isWide ? 'rows' : 'index', unindexed, hasCursors }
}
