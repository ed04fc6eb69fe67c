import type { Visibility } from '../../../kernel/viewer'

/** Limits of a user, or of one of the user's groups. */
export interface Limits {
  /** Null for the user's own. */
  readonly group: { readonly pk: number; readonly id: string; readonly name: string } | null
  /** Null for all. */
  readonly libraryPks: readonly number[] | null
  readonly age: { readonly limit: number; readonly unrated: boolean } | null
  readonly grants: readonly { readonly tagPk: number; readonly mode: 'allow' | 'deny' }[]
}

/** A combination of tags. */
export interface SharingSet {
  readonly pk: number
  readonly tagPks: readonly number[]
}

/**
 * The visibility that results from limits. Libraries add up; the strictest age limit counts; a denied tag hides a
 * series, and if any tag is allowed, series need one of the allowed tags.
 */
export function visibilityOf(limits: readonly Limits[], sets: readonly SharingSet[]): Visibility {
  const libraryPks = librariesOf(limits)
  const age = ageOf(limits)
  const grants = limits.flatMap(each => each.grants)
  if (grants.length === 0 && age === null) {
    return libraryPks === null ? { kind: 'all' } : { kind: 'libraries', libraryPks }
  }
  return { kind: 'series', libraryPks, sharing: grants.length === 0 ? null : sharingOf(limits, sets), age }
}

/** What is visible by both: the first is that of a child profile, the second its guardian's. */
export function within(child: Visibility, guardian: Visibility): Visibility {
  if (guardian.kind === 'all') return child
  if (child.kind === 'all') return guardian
  const libraryPks = commonLibraries(child.libraryPks, guardian.libraryPks)
  const rules = [child, guardian].filter(each => each.kind === 'series')
  if (rules.length === 0) return { kind: 'libraries', libraryPks: libraryPks ?? [] }
  const sharing = rules.flatMap(each => each.sharing ?? [])
  const ages = rules.flatMap(({ age }) => age ?? [])
  return {
    kind: 'series',
    libraryPks,
    sharing: sharing.length === 0 ? null : sharing.reduce(commonSharing),
    age: strictestAge(ages),
  }
}

type Sharing = NonNullable<Extract<Visibility, { readonly kind: 'series' }>['sharing']>

function commonSharing(one: Sharing, other: Sharing): Sharing {
  return {
    setPks: one.setPks.filter(pk => other.setPks.includes(pk)),
    untagged: one.untagged && other.untagged,
  }
}

function commonLibraries(one: readonly number[] | null, other: readonly number[] | null): readonly number[] | null {
  if (one === null || other === null) return one ?? other
  return one.filter(pk => other.includes(pk))
}

export function librariesOf(limits: readonly Limits[]): readonly number[] | null {
  const lists = limits.flatMap(({ libraryPks }) => (libraryPks === null ? [] : [libraryPks]))
  return lists.length === 0 ? null : ascending(lists.flat())
}

/** The same limits with some of their libraries. */
export function withinLibraries(limits: readonly Limits[], chosen: readonly number[]): Limits[] {
  const libraryPks = commonLibraries(chosen, librariesOf(limits))
  return limits.map((each, at) => ({ ...each, libraryPks: at === 0 ? libraryPks : null }))
}

export function ageOf(limits: readonly Limits[]): Limits['age'] {
  return strictestAge(limits.flatMap(({ age }) => age ?? []))
}

function strictestAge(ages: readonly NonNullable<Limits['age']>[]): Limits['age'] {
  if (ages.length === 0) return null
  return { limit: Math.min(...ages.map(({ limit }) => limit)), unrated: ages.every(({ unrated }) => unrated) }
}

/** Combines the sharing tags of several limits: a denied tag hides, and if any tag is allowed, all others hide too. */
export function tagsOf(limits: readonly Limits[]): { readonly allowed: Set<number>; readonly denied: Set<number> } {
  const grants = limits.flatMap(each => each.grants)
  const named = (mode: 'allow' | 'deny') => new Set(grants.filter(grant => grant.mode === mode).map(each => each.tagPk))
  return { allowed: named('allow'), denied: named('deny') }
}

/**
 * Whether the first limits never show anything that the second hide, even after later changes of tags or series:
 * compares the rules, not their current result.
 */
export function seesNoMore(theirs: readonly Limits[], mine: readonly Limits[]): boolean {
  const libraries = librariesOf(mine)
  const theirLibraries = librariesOf(theirs)
  if (libraries && !theirLibraries?.every(pk => libraries.includes(pk))) return false
  const age = ageOf(mine)
  const theirAge = ageOf(theirs)
  if (age && !(theirAge && theirAge.limit <= age.limit && (age.unrated || !theirAge.unrated))) return false
  const [tags, theirTags] = [tagsOf(mine), tagsOf(theirs)]
  if (![...tags.denied].every(pk => theirTags.denied.has(pk))) return false
  return (
    tags.allowed.size === 0 || (theirTags.allowed.size > 0 && [...theirTags.allowed].every(pk => tags.allowed.has(pk)))
  )
}

function sharingOf(limits: readonly Limits[], sets: readonly SharingSet[]) {
  const { allowed, denied } = tagsOf(limits)
  const seen = sets.filter(
    ({ tagPks }) => !tagPks.some(pk => denied.has(pk)) && (allowed.size === 0 || tagPks.some(pk => allowed.has(pk))),
  )
  return { setPks: ascending(seen.map(({ pk }) => pk)), untagged: allowed.size === 0 }
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}
