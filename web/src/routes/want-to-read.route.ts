import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const wantToReadRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/want-to-read',
  component: lazyScreen(() => import('../features/want-to-read/queue-page'), 'QueuePage'),
})
