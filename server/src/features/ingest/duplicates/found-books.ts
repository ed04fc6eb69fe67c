import type { FoundGroup, MatchType } from './duplicates.store'

/** The groups of books of one search, the most certain first. */
export interface FoundBooks {
  /** Their keys. */
  readonly groups: ReadonlySet<number>
  /** Further match types of each group's books. */
  readonly reasons: ReadonlyMap<number, ReadonlySet<MatchType>>
  add(groupPk: number, group: Pick<FoundGroup, 'members'>): void
  /** Whether all of these books are in one group already, which then gets one more match type. */
  absorbs(bookPks: readonly number[], reason: MatchType): boolean
}

export function createFoundBooks(): FoundBooks {
  const reasons = new Map<number, Set<MatchType>>()
  const groupsOf = new Map<number, number[]>()
  return {
    get groups() {
      return new Set(reasons.keys())
    },
    reasons,
    add(groupPk, { members }) {
      reasons.set(groupPk, new Set())
      for (const { pk } of members) groupsOf.set(pk, [...(groupsOf.get(pk) ?? []), groupPk])
    },
    absorbs(bookPks, reason) {
      const [first = 0, ...others] = bookPks
      const group = groupsOf.get(first)?.find(pk => others.every(book => groupsOf.get(book)?.includes(pk)))
      if (group === undefined) return false
      reasons.get(group)?.add(reason)
      return true
    },
  }
}

/** The library of all of them; null if there are several. */
export function onlyOne(pks: readonly number[]): number | null {
  const [first = null, ...others] = new Set(pks)
  return others.length === 0 ? first : null
}
