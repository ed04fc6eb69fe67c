import type { KomgaPageQuery } from '@octavo/contract/komga-query'
import { LIMITS } from '../../kernel/limits'
import type { Page, Part } from '../read-model'

/** The requested page of a list; unpaged, as many items as one answer may have. */
export function pageOf({ page, size, unpaged }: KomgaPageQuery): Page {
  return unpaged ? { page: 1, pageSize: LIMITS.komga.unpaged } : { page: page + 1, pageSize: size }
}

interface Shown {
  readonly query: KomgaPageQuery
  readonly total: number
  readonly isSorted?: boolean
}

/** Spring's envelope around items that are JSON already. */
export function envelope(items: readonly string[], { query, total, isSorted = true }: Shown): string {
  // An unpaged list that is too long says that there is a next page.
  const unpaged = (query.unpaged ?? false) && total <= LIMITS.komga.unpaged
  const { page, pageSize } = pageOf(query)
  const size = unpaged ? Math.max(items.length, 1) : pageSize
  const number = page - 1
  const totalPages = Math.ceil(total / size)
  const sort = { empty: !isSorted, sorted: isSorted, unsorted: !isSorted }
  const pageable = { sort, offset: number * size, pageNumber: number, pageSize: size, paged: !unpaged, unpaged }
  const rest = {
    pageable,
    totalElements: total,
    totalPages,
    last: number + 1 >= totalPages,
    size,
    number,
    sort,
    numberOfElements: items.length,
    first: number === 0,
    empty: items.length === 0,
  }
  return `{"content":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** A page of models as Komga's envelope. */
export function pageText<Item>(part: Part<Item>, dto: (item: Item) => object, query: KomgaPageQuery): string {
  return envelope(
    part.items.map(item => JSON.stringify(dto(item))),
    { query, total: part.total },
  )
}
