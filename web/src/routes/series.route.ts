import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { booksOfSeriesQuery } from '../features/books/books.queries'
import { fullSeriesQuery, seriesQuery } from '../features/series/series.queries'
import { SeriesPage } from '../features/series/series-page'
import { briefly } from '../ui/opening'
import { appRoute } from './app.route'

export const seriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/series/$seriesId',
  validateSearch: (search: Record<string, unknown>): { view?: 'list' } =>
    search.view === 'list' ? { view: 'list' } : {},
  loader: ({ params }) =>
    briefly(
      Promise.all([
        queryClient.prefetchQuery(seriesQuery(params.seriesId)),
        queryClient.prefetchQuery(booksOfSeriesQuery(params.seriesId)),
        queryClient.prefetchQuery(fullSeriesQuery(params.seriesId)),
      ]),
    ),
  component: SeriesPage,
})
