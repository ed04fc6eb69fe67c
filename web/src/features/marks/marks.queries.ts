import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { MarkColor, MarkDto, MarkKind, UserInfo } from '../../api/types'
import { withUnsent } from '../../device/unsent.rules'
import { browserTable } from '../../device/unsent-table'

const PAGE_SIZE = 50
const MOST_AT_ONCE = 500

/** Every mark of a book, by place. */
export const bookMarksQuery = (bookId: string) =>
  queryOptions({
    queryKey: queryKeys.bookMarks(bookId),
    queryFn: async ({ signal }) => {
      const marks: MarkDto[] = []
      // What is sent while the answer is under way may be missing in both.
      const unsent = await unsentOf(bookId)
      for (let page = 1; ; page++) {
        const params = { book_id: bookId }
        const query = { page, pageSize: MOST_AT_ONCE }
        const answer = await api.get('/api/v1/books/{book_id}/marks', { params, query, signal })
        marks.push(...answer.data)
        if (page >= answer.totalPages) return withUnsent(marks, [...unsent, ...(await unsentOf(bookId))])
      }
    },
  })

/** Unsent marks of a book on this device. */
async function unsentOf(bookId: string) {
  const user = queryClient.getQueryData<UserInfo>(queryKeys.me)
  if (!user || user.seenBy) return []
  const entries = await browserTable.all(user.id)
  return entries.filter(entry => entry.kind === 'mark').filter(entry => entry.bookId === bookId)
}

export interface MarkFilter {
  readonly kind?: MarkKind | undefined
  readonly color?: MarkColor | undefined
  readonly bookId?: string | undefined
  readonly hasNote?: boolean | undefined
  readonly q?: string | undefined
}
export type MarkSort = 'newest' | 'oldest' | 'place'

/** Marks in all books, in pages. */
export const myMarksQuery = (filter: MarkFilter, sort: MarkSort) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.marks, 'mine', filter, sort] as const,
    queryFn: ({ signal, pageParam }) =>
      api.get('/api/v1/user/marks', { query: { ...filter, sort, page: pageParam, pageSize: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })
