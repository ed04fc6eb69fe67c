import { Int32 } from './ids'
import * as z from './zod'

/** The configurable prefix of Komga's API. */
const Prefix = z.string().max(40).default('komga')
/** Komga's ids are any text: a foreign one is not found. */
const Id = z.string().min(1).max(100)

export const KomgaParams = z.object({ prefix: Prefix })
export const KomgaLibraryParams = z.object({ prefix: Prefix, library_id: Id })
export const KomgaSeriesParams = z.object({ prefix: Prefix, series_id: Id })
export const KomgaBookParams = z.object({ prefix: Prefix, book_id: Id })
export const KomgaCollectionParams = z.object({ prefix: Prefix, collection_id: Id })
export const KomgaReadListParams = z.object({ prefix: Prefix, read_list_id: Id })
export const KomgaListedBookParams = z.object({ prefix: Prefix, read_list_id: Id, book_id: Id })
export const KomgaPageParams = z.object({ prefix: Prefix, book_id: Id, page_number: z.string().max(20) })
export const KomgaPathParams = z.object({ prefix: Prefix, book_id: Id, path: z.string().min(1).max(4096) })
export const KomgaThumbnailParams = z.object({ prefix: Prefix, thumbnail_id: Id })
export const KomgaUserParams = z.object({ prefix: Prefix, user_id: Id })
export const KomgaKeyParams = z.object({ prefix: Prefix, api_key_id: Id })

/** Parses a query like Spring: the first of several values, and the default for an invalid one. */
const first = (given: unknown) => (Array.isArray(given) ? given[0] : given)
const number = (usual: number, least: number, most: number) =>
  z.preprocess(given => {
    const text = first(given)
    const value = typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : usual
    return value < least ? usual : Math.min(value, most)
  }, Int32)

export const KomgaText = z.preprocess(first, z.string().max(500).optional())
export const KomgaFlag = z.preprocess(given => {
  const text = first(given)
  return text === 'true' ? true : text === 'false' ? false : undefined
}, z.boolean().optional())
/** A single parameter may contain several comma-separated values; if repeated, each is one value. */
export const KomgaValues = z.preprocess(
  given => (Array.isArray(given) && given.length === 1 ? String(given[0]).split(',').filter(Boolean) : given),
  z.array(z.string().max(500)).max(1000).optional(),
)
/** `name,role`: the value contains a comma. */
const Pairs = z.array(z.string().max(500)).max(100).optional()

export const KOMGA_PAGE_SIZE = 20
export const KOMGA_MAX_PAGE_SIZE = 500

export const KomgaPageQuery = z.object({
  page: number(0, 0, 2_147_483_647),
  size: number(KOMGA_PAGE_SIZE, 1, KOMGA_MAX_PAGE_SIZE),
  unpaged: KomgaFlag,
  sort: z.array(z.string().max(100)).max(8).optional(),
})
export type KomgaPageQuery = z.infer<typeof KomgaPageQuery>

const filters = {
  search: KomgaText,
  library_id: KomgaValues,
  read_status: KomgaValues,
  tag: KomgaValues,
  deleted: KomgaFlag,
  oneshot: KomgaFlag,
  author: Pairs,
}

export const KomgaSeriesQuery = KomgaPageQuery.extend({
  ...filters,
  collection_id: KomgaValues,
  status: KomgaValues,
  publisher: KomgaValues,
  language: KomgaValues,
  genre: KomgaValues,
  age_rating: KomgaValues,
  release_year: KomgaValues,
  sharing_label: KomgaValues,
  complete: KomgaFlag,
})
export type KomgaSeriesQuery = z.infer<typeof KomgaSeriesQuery>

export const KomgaBooksQuery = KomgaPageQuery.extend({
  ...filters,
  media_status: KomgaValues,
  released_after: KomgaText,
})
export type KomgaBooksQuery = z.infer<typeof KomgaBooksQuery>

/** Restricts libraries or list names. */
export const KomgaNamesQuery = z.object({
  search: KomgaText,
  role: KomgaText,
  library_id: KomgaValues,
  series_id: KomgaText,
  collection_id: KomgaText,
  read_list_id: KomgaText,
})
export type KomgaNamesQuery = z.infer<typeof KomgaNamesQuery>

const Strings = z.array(z.string().max(500)).max(1000).nullish()
const words = { condition: z.unknown().optional(), fullTextSearch: z.string().max(500).nullish() }
const shared = { libraryId: Strings, readStatus: Strings, tag: Strings, deleted: z.boolean().nullish() }

/** Filters; class names and other additional members are ignored. */
export const KomgaSeriesSearchRequestDto = z
  .object({
    ...words,
    ...shared,
    collectionId: Strings,
    genre: Strings,
    language: Strings,
    publisher: Strings,
    oneshot: z.boolean().nullish(),
  })
  .meta({ id: 'KomgaSeriesSearchRequestDto' })
export type KomgaSeriesSearch = z.infer<typeof KomgaSeriesSearchRequestDto>

export const KomgaBooksSearchRequestDto = z
  .object({
    ...words,
    ...shared,
    searchTerm: z.string().max(500).nullish(),
    seriesId: Strings,
    mediaStatus: Strings,
    author: Strings,
  })
  .meta({ id: 'KomgaBooksSearchRequestDto' })
export type KomgaBooksSearch = z.infer<typeof KomgaBooksSearchRequestDto>
