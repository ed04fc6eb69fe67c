import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSearchState } from '../features/search/search-state'
import { appRoute } from './app.route'

export const searchRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/search',
  validateSearch: readSearchState,
  component: lazyRouteComponent(async () => {
    const [{ loadSearchMessages }, page] = await Promise.all([
      import('../features/search/messages'),
      import('../features/search/search-page'),
    ])
    await loadSearchMessages()
    return page
  }, 'SearchPage'),
})
