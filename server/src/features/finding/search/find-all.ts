import { SEARCH_KINDS, type SearchKind } from '@octavo/contract/search'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { inKnownWords, parseText, type TextQuery, withOtherWords } from '../../lists/words'
import { selectCandidates } from './candidates.queries'
import { type Ranked, rank } from './rank.rules'
import { SEARCH_SOURCES, type SearchSource } from './search-sources'

/** The best hits of one kind, by key. */
export interface Found {
  readonly kind: SearchKind
  readonly best: readonly Ranked[]
  readonly total: number
  readonly totalIsExact: boolean
}

/** Hits by kind: one statement for each. If nothing has the words, similar words are searched. */
export async function findAll(
  reader: Reader,
  viewer: Viewer,
  question: { readonly typed: string; readonly kinds: readonly SearchKind[]; readonly limit: number },
): Promise<readonly Found[]> {
  const kinds = SEARCH_KINDS.filter(kind => question.kinds.includes(kind))
  const text = await inKnownWords(reader, parseText(question.typed))
  if (!text) return kinds.map(kind => ({ kind, best: [], total: 0, totalIsExact: true }))
  const found = await Promise.all(kinds.map(kind => findKind(reader, viewer, kind, text, question.limit)))
  if (found.some(({ total }) => total > 0)) return found
  const others = await otherWords(reader, viewer, text)
  return Promise.all(
    found.map(each => {
      const other = others[SEARCH_SOURCES[each.kind].table]
      return other ? findKind(reader, viewer, each.kind, other, question.limit) : each
    }),
  )
}

async function findKind(
  reader: Reader,
  viewer: Viewer,
  kind: SearchKind,
  text: TextQuery,
  limit: number,
): Promise<Found> {
  const source = SEARCH_SOURCES[kind]
  const candidates = await selectCandidates(reader, viewer, source, text, limit)
  return { kind, ...rank(candidates, source, text, limit), totalIsExact: candidates.isAll }
}

/**
 * Replacement words by table. SQLite has one word list for all, and a book has the words of its series. PostgreSQL
 * searches book titles only if no series has a similar word: they are many, and most begin with that of their series.
 */
async function otherWords(reader: Reader, viewer: Viewer, text: TextQuery) {
  const { series, books, people: facets } = SEARCH_SOURCES
  const like = (...sources: SearchSource[]) => withOtherWords(reader, viewer, text, ...sources)
  if (reader.dialect.kind === 'sqlite') {
    const words = await like(books, facets)
    return { series: words, books: words, facets: words }
  }
  const ofSeries = await like(series)
  const [ofBooks, ofFacets] = await Promise.all([ofSeries ?? like(books), like(facets)])
  return { series: ofSeries, books: ofBooks, facets: ofFacets }
}
