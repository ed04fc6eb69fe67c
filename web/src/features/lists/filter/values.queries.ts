import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/query-keys'
import type { ListValueDto } from '../../../api/types'
import { listBody } from '../list-state'
import type { Condition, ListKind } from '../question/question'

export type Among = {
  readonly kind: ListKind
  readonly libraryId: string | null
  readonly condition: Condition | null
  readonly text: string
}

/** Values of a field among what is listed, those that most have first. */
export const valuesQuery = ({ kind, libraryId, condition, text }: Among, field: string, contains = '', limit = 50) => {
  const asked = { values: field, libraryId, condition, text, contains, limit }
  return queryOptions({
    queryKey: kind === 'series' ? queryKeys.seriesList(asked) : queryKeys.bookList(asked),
    queryFn: ({ signal }) =>
      api.post<ListValueDto[]>(`/${kind}/list/values`, {
        query: { field, contains, limit },
        body: listBody(libraryId, condition, text),
        signal,
      }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}
