import { BookDto } from './book'
import { Int32, Int64, nullable, Uuid } from './ids'
import { sizeQuery } from './paging'
import { json, route } from './route'
import { SeriesDto } from './series'
import * as z from './zod'

/** Kinds of search results, in display order. */
export const SEARCH_KINDS = ['series', 'books', 'people', 'genres', 'tags'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const DEFAULT_HITS = 8
export const MAX_HITS = 100

export const TextRangeDto = z.object({ start: Int32, end: Int32 }).meta({
  id: 'TextRangeDto',
  description: 'From `start` up to before `end`, in UTF-16 units as JavaScript counts them',
})
export type TextRangeDto = z.infer<typeof TextRangeDto>

const match = z.enum(['exact', 'prefix', 'word', 'similar']).meta({
  description:
    'The name equals the query, starts with it, contains its words, or contains similar words. Hits are in this order.',
})
/** Matching parts of the title or name. */
const ranges = z.array(TextRangeDto)

export const FoundTextDto = z
  .object({
    field: z.enum(['titleSort', 'alternateTitle', 'path', 'fileName', 'series']),
    text: z.string(),
    ranges,
  })
  .meta({ id: 'FoundTextDto', description: 'Another text of a hit, with words that its title lacks' })
export type FoundTextDto = z.infer<typeof FoundTextDto>

export const SeriesHitDto = z
  .object({ match, ranges, also: nullable(FoundTextDto), series: SeriesDto })
  .meta({ id: 'SeriesHitDto' })
export type SeriesHitDto = z.infer<typeof SeriesHitDto>

export const BookHitDto = z
  .object({ match, ranges, also: nullable(FoundTextDto), book: BookDto })
  .meta({ id: 'BookHitDto' })
export type BookHitDto = z.infer<typeof BookHitDto>

export const NameHitDto = z
  .object({
    match,
    ranges,
    id: Uuid,
    name: z.string(),
    /** Number of visible series. */
    seriesCount: Int64,
    /** False if there are more. */
    seriesCountIsExact: z.boolean(),
  })
  .meta({ id: 'NameHitDto' })
export type NameHitDto = z.infer<typeof NameHitDto>

function found<T extends z.ZodType>(name: string, hit: T) {
  return z
    .object({
      hits: z.array(hit),
      total: Int64,
      totalIsExact: z.boolean().meta({ description: 'False when there are more than `total`' }),
    })
    .meta({ id: `Found_${name}` })
}

const names = found('NameHitDto', NameHitDto).optional()

export const SearchResultDto = z
  .object({
    series: found('SeriesHitDto', SeriesHitDto).optional(),
    books: found('BookHitDto', BookHitDto).optional(),
    people: names,
    genres: names,
    tags: names,
  })
  .meta({ id: 'SearchResultDto', description: 'Kinds that were not requested or may not be read are absent' })
export type SearchResultDto = z.infer<typeof SearchResultDto>

const kinds = z
  .string()
  .max(100)
  .refine(text => text.split(',').every(kind => (SEARCH_KINDS as readonly string[]).includes(kind)), {
    message: `Comma-separated kinds: ${SEARCH_KINDS.join(', ')}`,
  })
  .meta({ description: `Comma-separated kinds: ${SEARCH_KINDS.join(', ')}. If absent, all` })

export const search = route({
  id: 'search',
  method: 'get',
  path: '/api/v1/search',
  tag: 'Search',
  summary: 'Series, books, people, genres and tags that match a query, best of each kind first',
  access: 'series-read',
  query: z.object({ q: z.string().max(500), kinds: kinds.optional(), limit: sizeQuery(DEFAULT_HITS, MAX_HITS) }),
  status: 200,
  payload: json(SearchResultDto),
  also: [304],
})
