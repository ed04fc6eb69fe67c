import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const ratingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/ratings',
  component: lazyScreen(() => import('../features/external/ratings-page'), 'RatingsPage'),
})
