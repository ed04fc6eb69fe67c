import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

export const TEMPLATE_KEY = 'display.custom_metadata_template'

export type TemplateSubject = { readonly kind: 'series' | 'book'; readonly id: string }

/** The template of the server; may be empty. */
export const templateQuery = queryOptions({
  queryKey: [...queryKeys.settings, 'public', TEMPLATE_KEY],
  queryFn: async ({ signal }) => (await api.get('/api/v1/settings/public', { signal }))[TEMPLATE_KEY]?.value ?? '',
  staleTime: 60_000,
})

/** A series or book in the format of templates. */
export const contextQuery = ({ kind, id }: TemplateSubject) =>
  queryOptions({
    queryKey: [...(kind === 'series' ? queryKeys.oneSeries(id) : queryKeys.book(id)), 'template-context'],
    queryFn: ({ signal }): Promise<object> =>
      kind === 'series'
        ? api.get('/api/v1/series/{series_id}/template-context', { params: { series_id: id }, signal })
        : api.get('/api/v1/books/{book_id}/template-context', { params: { book_id: id }, signal }),
  })

/** An example for the preview. */
export const exampleQuery = (kind: TemplateSubject['kind']) =>
  queryOptions({
    queryKey: [...(kind === 'series' ? queryKeys.series : queryKeys.books), 'list', 'template-example'],
    queryFn: async ({ signal }): Promise<TemplateSubject | null> => {
      const query = { pageSize: 1 }
      const { data } =
        kind === 'series'
          ? await api.get('/api/v1/series', { query, signal })
          : await api.get('/api/v1/books', { query, signal })
      const [first] = data
      return first ? { kind, id: first.id } : null
    },
  })
