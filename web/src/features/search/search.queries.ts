import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { SearchKind, SearchResultDto } from '../../api/types'
import { bookTitle } from '../books/book-title'
import { withoutSeriesOfNovels } from './single-novels.rules'

export type SearchQuestion = {
  readonly text: string
  readonly kinds?: readonly SearchKind[] | undefined
  readonly limit: number
}

const withNovelsOnce = (result: SearchResultDto) => withoutSeriesOfNovels(result, bookTitle)

/** The last answer stays until the next one arrives, and obsolete requests are cancelled. */
export const searchQuery = ({ text, kinds, limit }: SearchQuestion) =>
  queryOptions({
    queryKey: queryKeys.search({ text, kinds: kinds ?? null, limit }),
    queryFn: ({ signal }) => api.get('/api/v1/search', { query: { q: text, kinds: kinds?.join(','), limit }, signal }),
    select: withNovelsOnce,
    placeholderData: keepPreviousData,
    enabled: text !== '',
    staleTime: 10_000,
    gcTime: 60_000,
  })
