/**
 * Parameters of the reader's address. `page` (1-based) or a mark overrides the saved place; incognito saves no place;
 * the next book is that of the reading list.
 */
export type ReaderSearch = {
  readonly page?: number
  readonly mark?: string
  readonly incognito?: true
  readonly list?: string
}

export function readReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const page = Number(search.page)
  const id = (value: unknown) => (typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value) ? value : null)
  const [mark, list] = [id(search.mark), id(search.list)]
  return {
    ...(Number.isInteger(page) && page >= 1 ? { page } : {}),
    ...(mark ? { mark } : {}),
    ...(list ? { list } : {}),
    ...(search.incognito === true || search.incognito === 1 ? { incognito: true as const } : {}),
  }
}
