import { BOOK_VALUE_FIELDS, SERIES_VALUE_FIELDS } from '@octavo/contract/list-fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/query-keys'
import { listBody } from '../list-state'
import type { Condition, ListKind } from '../question/question'

export type Among = {
  readonly kind: ListKind
  readonly libraryId: string | null
  readonly condition: Condition | null
  readonly text: string
}

/** Values of a field in the list, most frequent first. */
export const valuesQuery = ({ kind, libraryId, condition, text }: Among, field: string, contains = '', limit = 50) => {
  const asked = { values: field, libraryId, condition, text, contains, limit }
  const body = listBody(libraryId, condition, text)
  return queryOptions({
    queryKey: kind === 'series' ? queryKeys.seriesList(asked) : queryKeys.bookList(asked),
    queryFn: ({ signal }) =>
      kind === 'series'
        ? api.post('/api/v1/series/list/values', {
            query: { field: listed(SERIES_VALUE_FIELDS, field), contains, limit },
            body,
            signal,
          })
        : api.post('/api/v1/books/list/values', {
            query: { field: listed(BOOK_VALUE_FIELDS, field), contains, limit },
            body,
            signal,
          }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** The field in the contract. */
function listed<Field extends string>(fields: readonly Field[], field: string): Field {
  const known = fields.find(each => each === field)
  if (known === undefined) throw new Error(`The values of ${field} are not listed`)
  return known
}
