import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const statisticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/statistics',
  component: lazyScreen(() => import('../features/statistics/statistics-page'), 'StatisticsPage'),
})
