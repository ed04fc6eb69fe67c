/** What the address of a library says: what is listed, how, in which order, and the text looked for. */
export type ListKind = 'series' | 'books'
export type ListView = 'grid' | 'list'
export type ListState = {
  readonly show?: ListKind | undefined
  readonly view?: ListView | undefined
  readonly sort?: string | undefined
  readonly q?: string | undefined
}

/** `sort` values of the lists, in the order of the menu; the first is the default and stays out of the address. */
export const sorts = {
  series: ['name,asc', 'name,desc', 'date_added,desc', 'date_updated,desc', 'release_date,desc', 'book_count,desc'],
  books: [
    'title,asc',
    'title,desc',
    'series,asc',
    'created_at,desc',
    'release_date,desc',
    'page_count,desc',
    'file_size,desc',
  ],
} as const satisfies Record<ListKind, readonly [string, ...string[]]>

export type SeriesSort = (typeof sorts.series)[number]
export type BookSort = (typeof sorts.books)[number]

const longestText = 200

/** Reads an address of any origin: what is unknown, or the default, is left out. */
export function readListState(search: Record<string, unknown>): ListState {
  const show: ListKind = search.show === 'books' ? 'books' : 'series'
  const known: readonly string[] = sorts[show]
  const sort = typeof search.sort === 'string' && known.includes(search.sort) ? search.sort : undefined
  // A text of digits only arrives as a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, longestText) : ''
  return {
    ...(show === 'books' ? { show } : {}),
    ...(search.view === 'list' ? { view: 'list' as const } : {}),
    ...(sort && sort !== known[0] ? { sort } : {}),
    ...(q.trim() ? { q } : {}),
  }
}

/** The state with every default written out. */
export function wholeState(state: ListState): { show: ListKind; view: ListView; sort: string; q: string } {
  const show = state.show ?? 'series'
  return { show, view: state.view ?? 'grid', sort: state.sort ?? sorts[show][0], q: state.q?.trim() ?? '' }
}

/** The body of a list request: one library or all, and the text. */
export function listBody(libraryId: string | null, q: string): Record<string, unknown> {
  return {
    ...(libraryId ? { condition: { libraryId: { operator: 'is', value: libraryId } } } : {}),
    ...(q ? { fullTextSearch: q } : {}),
  }
}
