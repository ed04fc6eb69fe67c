import type { SeriesFacts } from './seen.rules'
import { ageOf, type Limits, librariesOf } from './visibility.rules'

export type ReasonName =
  | 'library_open'
  | 'library_allowed'
  | 'library_hidden'
  | 'tag_denied'
  | 'tag_allowed'
  | 'tag_missing'
  | 'age_allowed'
  | 'age_too_old'
  | 'unrated_shown'
  | 'unrated_hidden'

/** One rule, its effect on a series, and its owner. */
export interface Reason {
  readonly reason: ReasonName
  readonly hides: boolean
  readonly tagPk: number | null
  readonly age: number | null
  readonly of: readonly Limits['group'][]
}

const HIDING: ReadonlySet<ReasonName> = new Set([
  'library_hidden',
  'tag_denied',
  'tag_missing',
  'age_too_old',
  'unrated_hidden',
])

/**
 * The rules that apply to a series, matching `visibilityOf`: it is visible if none of them hides it. `tagPks` are its
 * sharing tags.
 */
export function reasonsOf(limits: readonly Limits[], facts: SeriesFacts, tagPks: readonly number[]): Reason[] {
  return [libraryReason(limits, facts), ...tagReasons(limits, tagPks), ...ageReasons(limits, facts)]
}

function libraryReason(limits: readonly Limits[], { library_pk }: SeriesFacts): Reason {
  const all = librariesOf(limits)
  if (all === null) return because('library_open', [])
  const limiting = limits.filter(({ libraryPks }) => libraryPks !== null)
  const giving = limiting.filter(({ libraryPks }) => libraryPks?.includes(library_pk))
  return giving.length > 0 ? because('library_allowed', giving) : because('library_hidden', limiting)
}

function tagReasons(limits: readonly Limits[], tagPks: readonly number[]): Reason[] {
  const granting = (tagPk: number, mode: 'allow' | 'deny') =>
    limits.filter(({ grants }) => grants.some(grant => grant.tagPk === tagPk && grant.mode === mode))
  const of = (mode: 'allow' | 'deny', name: ReasonName) =>
    tagPks.flatMap(tagPk => {
      const found = granting(tagPk, mode)
      return found.length > 0 ? because(name, found, { tagPk }) : []
    })
  const denied = of('deny', 'tag_denied')
  const allowed = of('allow', 'tag_allowed')
  const wanting = limits.filter(({ grants }) => grants.some(({ mode }) => mode === 'allow'))
  return [
    ...denied,
    ...allowed,
    ...(wanting.length > 0 && allowed.length === 0 ? [because('tag_missing', wanting)] : []),
  ]
}

function ageReasons(limits: readonly Limits[], { age }: SeriesFacts): Reason[] {
  const rule = ageOf(limits)
  if (rule === null) return []
  const limiting = limits.filter(each => each.age !== null)
  if (age === null) {
    if (rule.unrated) return [because('unrated_shown', limiting, { age: rule.limit })]
    return [
      because(
        'unrated_hidden',
        limiting.filter(each => each.age?.unrated === false),
        { age: rule.limit },
      ),
    ]
  }
  const strictest = limiting.filter(each => each.age?.limit === rule.limit)
  return [because(age <= rule.limit ? 'age_allowed' : 'age_too_old', strictest, { age: rule.limit })]
}

function because(
  reason: ReasonName,
  limits: readonly Limits[],
  more: { readonly tagPk?: number; readonly age?: number } = {},
): Reason {
  const { tagPk = null, age = null } = more
  return { reason, hides: HIDING.has(reason), tagPk, age, of: limits.map(({ group }) => group) }
}
