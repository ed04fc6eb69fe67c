import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from './app.route'

export const seriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/series/$seriesId',
  validateSearch: (search: Record<string, unknown>): { view?: 'list' } =>
    search.view === 'list' ? { view: 'list' } : {},
  component: lazyRouteComponent(() => import('../features/series/series-page'), 'SeriesPage'),
})
