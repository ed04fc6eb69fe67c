import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const ratingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/ratings',
  component: lazyScreen(async () => {
    const [{ loadExternalMessages }, page] = await Promise.all([
      import('../features/external/messages'),
      import('../features/external/ratings-page'),
    ])
    await loadExternalMessages()
    return page
  }, 'RatingsPage'),
})
