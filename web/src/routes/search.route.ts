import { createRoute } from '@tanstack/react-router'
import { readSearchState } from '../features/search/search-state'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const searchRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/search',
  validateSearch: readSearchState,
  component: lazyScreen(() => import('../features/search/search-page'), 'SearchPage'),
})
