import type { Paginated } from '@octavo/contract/paging'

/** The envelope of a page with relative links that keep the request's other query parameters. */
export function envelope<T>(url: URL, page: number, pageSize: number, total: number, data: readonly T[]): Paginated<T> {
  const totalPages = Math.ceil(total / pageSize)
  const others = otherParameters(url)
  const link = (number: number) => `${url.pathname}?page=${number}&pageSize=${pageSize}${others}`
  return {
    data,
    page,
    pageSize,
    total,
    totalPages,
    links: {
      self: link(page),
      first: link(1),
      ...(page > 1 && { prev: link(page - 1) }),
      ...(page < totalPages && { next: link(page + 1) }),
      last: link(Math.max(1, totalPages)),
    },
  }
}

/** The same set as an RFC 8288 `Link` header. */
export function linkHeader({ links }: Paginated<unknown>): string {
  return (['first', 'prev', 'self', 'next', 'last'] as const)
    .flatMap(rel => (links[rel] ? [`<${links[rel]}>; rel="${rel}"`] : []))
    .join(', ')
}

function otherParameters(url: URL): string {
  if (url.search.length <= 1) return ''
  const query = new URLSearchParams(url.search)
  query.delete('page')
  query.delete('pageSize')
  return query.size > 0 ? `&${query}` : ''
}

/** The envelope around items that are already JSON. */
export function envelopeText(frame: Paginated<never>, items: readonly string[]): string {
  const { page, pageSize, total, totalPages, links } = frame
  const rest = JSON.stringify({ page, pageSize, total, totalPages, links })
  return `{"data":[${items.join(',')}],${rest.slice(1)}`
}
