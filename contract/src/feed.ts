import type { FACET_KINDS } from './facet'
import { Uuid } from './ids'
import { READ_STATUSES } from './metadata-words'
import { DEFAULT_PAGE_SIZE, PageQuery, sizeQuery } from './paging'
import * as z from './zod'

/** Maximum entries per page of a feed: reading devices are slow. */
const LARGEST_PAGE = 100

/** A page of a feed. */
export const FeedPage = z.object({
  page: PageQuery.shape.page,
  pageSize: sizeQuery(DEFAULT_PAGE_SIZE, LARGEST_PAGE),
})

/** Sorts of feeds of series and books. */
export const FEED_SORTS = ['number', 'title', 'newest', 'updated', 'released', 'read'] as const

/** A sorted or filtered page of a feed. */
export const ChosenPage = FeedPage.extend({
  sort: z.enum(FEED_SORTS).optional(),
  status: z.enum(READ_STATUSES).optional(),
  library: Uuid.optional(),
  language: z.string().trim().min(1).max(100).optional(),
})

/** Kinds of names with feeds. */
export const FEED_NAMES = [
  'genre',
  'tag',
  'author',
  'publisher',
] as const satisfies readonly (typeof FACET_KINDS)[number][]

export const LibraryParams = z.object({ library_id: Uuid })
export const SeriesParams = z.object({ series_id: Uuid })
export const BookParams = z.object({ book_id: Uuid })
export const CollectionParams = z.object({ collection_id: Uuid })
export const ReadListParams = z.object({ read_list_id: Uuid })
export const PresetParams = z.object({ preset_id: Uuid })
export const NamesParams = z.object({ kind: z.enum(FEED_NAMES) })
export const NameParams = NamesParams.extend({ facet_id: Uuid })

/** The search text from an app. */
export const SearchWords = z.string().trim().min(1).max(500)
