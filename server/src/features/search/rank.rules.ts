import type { FoundTextDto, NameHitDto } from '@octavo/contract/search'
import { type Marked, markWords, type TextAsked } from '../words'
import type { Candidate, Candidates } from './candidates.queries'
import type { SearchSource } from './search-sources'

/** A candidate with how well it fits and what of it was looked for. */
export interface Ranked {
  readonly pk: number
  readonly match: NameHitDto['match']
  readonly ranges: Marked['ranges']
  readonly also: FoundTextDto | null
}

/** How well a row fits, the best first. */
const TIERS = [
  'is it',
  'begins with its words',
  'begins with it',
  'has its words whole',
  'has words that begin so',
  'has them in all its texts together',
  'has words like them',
] as const
type Tier = number
const tierOf = (name: (typeof TIERS)[number]): Tier => TIERS.indexOf(name)
const WHOLE_WORDS = tierOf('has its words whole')
const MATCHES: readonly NameHitDto['match'][] = ['exact', 'prefix', 'prefix', 'word', 'word', 'word', 'similar']

/** The best of the candidates, and how many they are. */
export function rank(
  { likely, possible, total }: Candidates,
  source: SearchSource,
  text: TextAsked,
  limit: number,
): { readonly best: readonly Ranked[]; readonly total: number } {
  const { phrase } = markWords(text.typed, [])
  const place = (candidate: Candidate) => placed(candidate, source, text, phrase)
  const first = likely.map(place)
  const isSettled = first.filter(({ tier }) => tier <= WHOLE_WORDS).length >= limit
  const all = isSettled ? first : [...first, ...possible.map(place)]
  const best = all
    .sort((a, b) => a.tier - b.tier || compare(a.sortKey, b.sortKey) || a.ranked.pk - b.ranked.pk)
    .slice(0, limit)
  return { best: best.map(({ ranked }) => ranked), total }
}

interface Placed {
  readonly tier: number
  readonly sortKey: string
  readonly ranked: Ranked
}

function placed(candidate: Candidate, source: SearchSource, { words }: TextAsked, phrase: string): Placed {
  const { pk, sortKey, title } = candidate
  const own = markWords(title, words ?? [])
  const lacking = own.found.flatMap((found, at) => (found === null ? [at] : []))
  const others = source.others.flatMap(({ field, isName }, at) =>
    (candidate.others[at] ?? []).map(text => {
      return { field, isName, text, marked: isName || lacking.length > 0 ? markWords(text, words ?? []) : own }
    }),
  )
  const names = [own, ...others.flatMap(({ isName, marked }) => (isName ? [marked] : []))]
  // What is named so in another text stands behind what is in its title.
  const byName = Math.min(...names.map((name, at) => nameTier(name.phrase, phrase) + (at > 0 ? 0.5 : 0)))
  const tier = Math.min(
    byName,
    wordTier(
      own,
      others.map(({ marked }) => marked),
    ),
  )
  const best = others
    .map(({ field, text, marked }) => ({ field, text, marked, gain: lacking.filter(at => marked.found[at]).length }))
    .sort((a, b) => b.gain - a.gain)[0]
  const also = best && best.gain > 0 ? { field: best.field, text: best.text, ranges: [...best.marked.ranges] } : null
  return { tier, sortKey, ranked: { pk, match: MATCHES[Math.floor(tier)] ?? 'similar', ranges: own.ranges, also } }
}

function nameTier(name: string, phrase: string): Tier {
  if (name === phrase) return tierOf('is it')
  if (name.startsWith(`${phrase} `)) return tierOf('begins with its words')
  return name.startsWith(phrase) ? tierOf('begins with it') : TIERS.length
}

function wordTier(own: Marked, others: readonly Marked[]): Tier {
  if (own.found.length > 0 && own.found.every(found => found === 'whole')) return WHOLE_WORDS
  if (own.found.every(found => found === 'whole' || found === 'beginning')) return tierOf('has words that begin so')
  const isHad = (at: number) => [own, ...others].some(({ found }) => found[at] === 'whole' || found[at] === 'beginning')
  const isSimilar = own.found.some((_found, at) => !isHad(at))
  return tierOf(isSimilar ? 'has words like them' : 'has them in all its texts together')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
