import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { bookRowQuery } from '../features/books/books.queries'
import { HomePage } from '../features/home/home-page'
import { newSeriesQuery } from '../features/series/series.queries'
import { appRoute } from './app.route'

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  loader: () => {
    for (const row of ['in-progress', 'on-deck', 'recently-added'] as const) {
      void queryClient.prefetchQuery(bookRowQuery(row))
    }
    void queryClient.prefetchQuery(newSeriesQuery)
  },
  component: HomePage,
})
