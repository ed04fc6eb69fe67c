/** What the address of the reader may say. `page` (1-based) overrides the saved place; incognito saves no place. */
export type ReaderSearch = { readonly page?: number; readonly incognito?: true }

export function readReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const page = Number(search.page)
  return {
    ...(Number.isInteger(page) && page >= 1 ? { page } : {}),
    ...(search.incognito === true || search.incognito === 1 ? { incognito: true as const } : {}),
  }
}
