import type { SearchKind } from '../../api/types'

const kinds: readonly string[] = ['series', 'books', 'people', 'genres', 'tags'] satisfies SearchKind[]
const longestText = 200

/** The parameters of a search's address. */
export type SearchState = { readonly q?: string; readonly kind?: SearchKind }

/** The query, and the kind that is shown completely; invalid values are left out. */
export function readSearchState(search: Record<string, unknown>): SearchState {
  const { q, kind } = search
  const text = typeof q === 'string' || typeof q === 'number' || typeof q === 'boolean' ? String(q) : ''
  return {
    ...(text.trim() ? { q: text.slice(0, longestText) } : {}),
    ...(typeof kind === 'string' && kinds.includes(kind) ? { kind: kind as SearchKind } : {}),
  }
}
