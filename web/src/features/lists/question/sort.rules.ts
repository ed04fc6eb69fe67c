import { MOST_SORT_KEYS } from '@octavo/contract/list-fields'
import { sortOf } from './fields'
import { defaultSort, type ListKind, sortsOf } from './question'

export type Direction = 'asc' | 'desc'
/** One sort field; `seed` only for random. */
export type SortKey = { readonly field: string; readonly direction: Direction; readonly seed?: number }

export const RANDOM = 'random'

/** Parses `name,asc;random:7,desc`; null if invalid. */
export function readSort(text: string, kind: ListKind): readonly SortKey[] | null {
  const keys = text.split(';').map(part => readKey(part, sortsOf(kind)))
  if (keys.length > MOST_SORT_KEYS || keys.some(key => key === null)) return null
  return keys as SortKey[]
}

function readKey(text: string, known: readonly string[]): SortKey | null {
  const [field = '', direction = 'asc', ...rest] = text.split(',').map(part => part.trim())
  if (rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) return null
  const seed = /^random(?::(\d{1,9}))?$/.exec(field)
  if (seed) return { field: RANDOM, direction, seed: Number(seed[1] ?? 0) }
  return known.includes(field) ? { field, direction } : null
}

export function writeSort(keys: readonly SortKey[]): string {
  return keys
    .map(({ field, direction, seed }) => `${field === RANDOM ? `${RANDOM}:${seed ?? 0}` : field},${direction}`)
    .join(';')
}

/** The usual direction: names from A, dates from the newest. */
export const usualDirection = (field: string): Direction => (sortOf(field)?.down ? 'desc' : 'asc')

/** A new random order. */
export function shuffled(chance: () => number = Math.random): string {
  return writeSort([{ field: RANDOM, direction: 'asc', seed: Math.floor(chance() * 1_000_000) }])
}

/** Whether a list is sorted by name of its series, ascending or descending; null for any other sort. */
export function alphabet({ kind, sort }: { readonly kind: ListKind; readonly sort: string }): Direction | null {
  if (kind !== 'series') return null
  const [first] = readSort(sort, kind) ?? readSort(defaultSort(kind), kind) ?? []
  return first?.field === 'name' ? first.direction : null
}
