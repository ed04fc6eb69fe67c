/** What the address of the reader may say. `page` (1-based) or a mark overrides the saved place; incognito saves no place. */
export type ReaderSearch = { readonly page?: number; readonly mark?: string; readonly incognito?: true }

export function readReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const page = Number(search.page)
  return {
    ...(Number.isInteger(page) && page >= 1 ? { page } : {}),
    ...(typeof search.mark === 'string' && /^[0-9a-f-]{36}$/i.test(search.mark) ? { mark: search.mark } : {}),
    ...(search.incognito === true || search.incognito === 1 ? { incognito: true as const } : {}),
  }
}
