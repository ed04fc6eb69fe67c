import type { SearchKind } from '../../api/types'

const kinds: readonly string[] = ['series', 'books', 'people', 'genres', 'tags'] satisfies SearchKind[]
const longestText = 200

/** What the address of a search says. */
export type SearchState = { readonly q?: string; readonly kind?: SearchKind }

/** What is looked for, and the kind of which all is shown; what makes no sense is left out. */
export function readSearchState(search: Record<string, unknown>): SearchState {
  const { q, kind } = search
  const text = typeof q === 'string' || typeof q === 'number' || typeof q === 'boolean' ? String(q) : ''
  return {
    ...(text.trim() ? { q: text.slice(0, longestText) } : {}),
    ...(typeof kind === 'string' && kinds.includes(kind) ? { kind: kind as SearchKind } : {}),
  }
}
