import type { FacetKindName } from '../../api/types'
import type { FilterField } from '../lists/filtered-list'

/** Kinds of names by their word in the address, in tab order; `field` is the filter field of lists. */
export const nameKinds = {
  people: { kind: 'author', field: 'author' },
  genres: { kind: 'genre', field: 'genre' },
  tags: { kind: 'tag', field: 'tag' },
  publishers: { kind: 'publisher', field: 'publisher' },
  imprints: { kind: 'imprint', field: 'imprint' },
  characters: { kind: 'character', field: 'character' },
  teams: { kind: 'team', field: 'team' },
  locations: { kind: 'location', field: 'location' },
  'story-arcs': { kind: 'story_arc', field: 'storyArc' },
} as const satisfies Readonly<Record<string, { readonly kind: FacetKindName; readonly field: FilterField }>>

export type NamePlace = keyof typeof nameKinds

export const namePlaces = Object.keys(nameKinds) as NamePlace[]

/** The kind of a word in the address; null if unknown. */
export function namePlace(word: string): NamePlace | null {
  return namePlaces.find(place => place === word) ?? null
}

/** The kind of names for a filter field; null for other fields. */
export function placeOfField(field: FilterField): NamePlace | null {
  return namePlaces.find(place => nameKinds[place].field === field) ?? null
}

export const nameSorts = ['name', 'count'] as const
export type NameSort = (typeof nameSorts)[number]

export interface NamesSearch {
  readonly q?: string
  readonly sort?: 'count'
  readonly page?: number
}

export function readNamesSearch(search: Record<string, unknown>): NamesSearch {
  const page = Number(search.page)
  return {
    ...((typeof search.q === 'string' || typeof search.q === 'number') && search.q !== ''
      ? { q: String(search.q).slice(0, 200) }
      : {}),
    ...(search.sort === 'count' ? { sort: 'count' as const } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
