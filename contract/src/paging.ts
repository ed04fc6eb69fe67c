import { Int64, numeral } from './ids'
import * as z from './zod'

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 500

/** Absent or 0 is the default, larger than `max` becomes `max`; negative or non-numeric is refused. */
export function sizeQuery(fallback: number, max: number) {
  const number = z
    .int({ error: 'Must be a whole number of 0 or more' })
    .min(0)
    .overwrite(value => Math.min(value === 0 ? fallback : value, max))
  return numeral(number).default(fallback)
}

/** 1-based page of `pageSize` items, at most 500. */
export const PageQuery = z.object({
  page: sizeQuery(1, Number.MAX_SAFE_INTEGER),
  pageSize: sizeQuery(DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
})
export type PageQuery = z.infer<typeof PageQuery>

/** Items with full metadata; `/full` of one item replaces it. */
export const FullQuery = z.object({ full: z.stringbool().default(false).meta({ deprecated: true }) })

/** `field,direction`. */
export const SortQuery = z.object({ sort: z.string().max(200).optional() })

export const PaginationLinks = z
  .object({
    self: z.string(),
    first: z.string(),
    prev: z.string().nullable().optional(),
    next: z.string().nullable().optional(),
    last: z.string(),
  })
  .meta({ id: 'PaginationLinks' })

/** The envelope of every paged list; `name` is the item's, as in PaginatedResponse_BookDto. */
export function paginated<T extends z.ZodType>(name: string, item: T) {
  return z
    .object({
      data: z.array(item),
      page: Int64,
      pageSize: Int64,
      total: Int64,
      totalPages: Int64,
      links: PaginationLinks,
    })
    .meta({ id: `PaginatedResponse_${name}` })
}

export interface Paginated<T> {
  readonly data: readonly T[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly totalPages: number
  readonly links: {
    readonly self: string
    readonly first: string
    readonly prev?: string | null
    readonly next?: string | null
    readonly last: string
  }
}
