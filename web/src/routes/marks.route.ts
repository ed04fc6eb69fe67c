import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const marksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/marks',
  component: lazyScreen(() => import('../features/marks/marks-page'), 'MarksPage'),
})
