import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const readingHistoryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/history',
  component: lazyScreen(() => import('../features/reading-history/history-page'), 'HistoryPage'),
})
