import type { FoundTextDto, NameHitDto } from '@octavo/contract/search'
import { sortKey } from '../../../kernel/text'
import { findWords, type Marked, markWords, type TextQuery } from '../../lists/words'
import type { Candidate, Candidates } from './candidates.queries'
import type { SearchSource } from './search-sources'

/** A candidate with its rank and its matching words. */
export interface Ranked {
  readonly pk: number
  readonly match: NameHitDto['match']
  readonly ranges: Marked['ranges']
  readonly also: FoundTextDto | null
}

/** Ranks, best first. */
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

/** The best candidates, and their total. */
export function rank(
  { likely, possible, total }: Candidates,
  source: SearchSource,
  text: TextQuery,
  limit: number,
): { readonly best: readonly Ranked[]; readonly total: number } {
  const { phrase } = findWords(text.typed, [])
  const place = (candidate: Candidate) => placed(candidate, source, text, phrase)
  const first = likely.map(place)
  const hasEnough = first.filter(({ tier }) => tier <= WHOLE_WORDS).length >= limit
  const all = hasEnough ? first : [...first, ...possible.map(place)]
  const best = all
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        compare(a.order, b.order) ||
        compare(a.candidate.sortKey, b.candidate.sortKey) ||
        a.candidate.pk - b.candidate.pk,
    )
    .slice(0, limit)
  return { best: best.map(each => ranked(each, source, text)), total }
}

type Found = Pick<Marked, 'found'>

interface Placed {
  readonly candidate: Candidate
  /** Of a book: key of its series and numbers, so that equal hits are in reading order. */
  readonly order: string
  readonly tier: number
}

/** The rank of a row. Non-name texts count only if no name begins with the query. */
function placed(candidate: Candidate, source: SearchSource, { words }: TextQuery, phrase: string): Placed {
  const asked = words ?? []
  const own = findWords(candidate.title, asked)
  // A match in an alternate name ranks below one in the title.
  const otherTiers = othersOf(candidate, source).flatMap(({ isName, text }) =>
    isName ? [nameTier(findWords(text, []).phrase, phrase) + 0.5] : [],
  )
  const byName = Math.min(nameTier(own.phrase, phrase), ...otherTiers)
  const inSeries = othersOf(candidate, source).find(({ field }) => field === 'series')?.text
  const order = inSeries === undefined ? '' : sortKey(inSeries)
  if (byName < WHOLE_WORDS) return { candidate, order, tier: byName }
  const isLacking = own.found.includes(null)
  const others = isLacking ? othersOf(candidate, source).map(({ text }) => findWords(text, asked)) : []
  return { candidate, order, tier: Math.min(byName, wordTier(own, others)) }
}

/** The matching words of a row, and the other text that has most of those missing in its title. */
function ranked({ candidate, tier }: Placed, source: SearchSource, { words }: TextQuery): Ranked {
  const own = markWords(candidate.title, words ?? [])
  const lacking = own.found.flatMap((found, at) => (found === null ? [at] : []))
  let also: FoundTextDto | null = null
  let most = 0
  for (const { field, text } of lacking.length > 0 ? othersOf(candidate, source) : []) {
    const { found, ranges } = markWords(text, words ?? [])
    const gain = lacking.filter(at => found[at]).length
    if (gain > most) [most, also] = [gain, { field, text, ranges: [...ranges] }]
  }
  const match = MATCHES[Math.floor(tier)] ?? 'similar'
  return { pk: candidate.pk, match, ranges: own.ranges, also }
}

function othersOf(candidate: Candidate, source: SearchSource) {
  return source.others.flatMap(({ field, isName }, at) =>
    (candidate.others[at] ?? []).map(text => ({ field, isName, text })),
  )
}

function nameTier(name: string, phrase: string): Tier {
  if (name === phrase) return tierOf('is it')
  if (name.startsWith(`${phrase} `)) return tierOf('begins with its words')
  return name.startsWith(phrase) ? tierOf('begins with it') : TIERS.length
}

function wordTier(own: Found, others: readonly Found[]): Tier {
  if (own.found.length > 0 && own.found.every(found => found === 'whole')) return WHOLE_WORDS
  if (own.found.every(found => found === 'whole' || found === 'beginning')) return tierOf('has words that begin so')
  const isHad = (at: number) => [own, ...others].some(({ found }) => found[at] === 'whole' || found[at] === 'beginning')
  const isSimilar = own.found.some((_found, at) => !isHad(at))
  return tierOf(isSimilar ? 'has words like them' : 'has them in all its texts together')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
