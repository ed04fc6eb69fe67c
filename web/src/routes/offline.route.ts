import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const offlineRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/offline',
  component: lazyScreen(() => import('../features/offline/offline-page'), 'OfflinePage'),
})
