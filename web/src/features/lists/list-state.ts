import { type FilterFault, readFilter, writeFilter } from './question/filter-text.rules'
import { type Condition, type ListKind, type ListView, type Question, usualSort } from './question/question'
import { readSort } from './question/sort.rules'
import { readColumns } from './table/columns.rules'

/** The parameters of a list's address; defaults are left out. */
export type ListState = {
  readonly show?: string | undefined
  readonly view?: string | undefined
  readonly sort?: string | undefined
  readonly q?: string | undefined
  /** In the format of `filter-text.rules`. */
  readonly filter?: string | undefined
  /** Comma-separated columns of the table. */
  readonly columns?: string | undefined
}

/** An invalid parameter. */
export type AddressProblem =
  | { readonly part: 'show' | 'view' | 'sort' | 'columns'; readonly text: string }
  | { readonly part: 'filter'; readonly fault: FilterFault }

const longestText = 200
const views: readonly string[] = ['grid', 'list', 'table'] satisfies ListView[]
const kinds: readonly string[] = ['series', 'books'] satisfies ListKind[]

/** Parameters of an address, valid or not: invalid ones are shown, not dropped. */
export function readListState(search: Record<string, unknown>): ListState {
  const show = text(search.show)
  const kind: ListKind = show === 'books' ? 'books' : 'series'
  const [view, sort, filter, columns] = [search.view, search.sort, search.filter, search.columns].map(text)
  const q = text(search.q)?.slice(0, longestText)
  return {
    ...(show && show !== 'series' ? { show } : {}),
    ...(view && view !== 'grid' ? { view } : {}),
    ...(sort && sort !== usualSort(kind, q?.trim() ?? '') ? { sort } : {}),
    ...(q?.trim() ? { q } : {}),
    ...(filter ? { filter } : {}),
    ...(columns ? { columns } : {}),
  }
}

/** A text of digits arrives as a number, `true` as a boolean. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : JSON.stringify(value)
}

/** The query of an address, and its invalid parameters, which get their defaults. */
export function questionOf(state: ListState): {
  readonly question: Question
  readonly problems: readonly AddressProblem[]
} {
  const problems: AddressProblem[] = []
  const oneOf = <V extends string>(part: 'show' | 'view', known: readonly string[], usual: V): V => {
    const said = state[part]
    if (said === undefined || known.includes(said)) return (said ?? usual) as V
    problems.push({ part, text: said })
    return usual
  }
  const kind = oneOf<ListKind>('show', kinds, 'series')
  const view = oneOf<ListView>('view', views, 'grid')
  const q = state.q?.trim() ?? ''
  const usual = usualSort(kind, q)
  const sort = state.sort ?? usual
  const isSort = readSort(sort, kind) !== null
  if (!isSort) problems.push({ part: 'sort', text: sort })
  const filter = readFilter(state.filter ?? '', kind)
  if (state.columns !== undefined && !readColumns(state.columns, kind)) {
    problems.push({ part: 'columns', text: state.columns })
  }
  let condition: Condition | null = null
  if ('fault' in filter) problems.push({ part: 'filter', fault: filter.fault })
  else condition = filter.condition
  return {
    question: { kind, view, condition, sort: isSort ? sort : usual, text: q },
    problems,
  }
}

/** The address of a question. */
export function stateOf({ kind, view, condition, sort, text: q }: Question, columns?: string): ListState {
  return readListState({ show: kind, view, sort, q, filter: writeFilter(condition, kind), columns })
}

/** The body of a list request: one library or all, the condition and the text. */
export function listBody(
  libraryId: string | null,
  condition: Condition | null,
  fullTextSearch: string,
): Record<string, unknown> {
  const library = libraryId ? { libraryId: { operator: 'is', value: libraryId } } : null
  const whole = library && condition ? { allOf: [library, condition] } : (library ?? condition)
  return { ...(whole ? { condition: whole } : {}), ...(fullTextSearch ? { fullTextSearch } : {}) }
}
