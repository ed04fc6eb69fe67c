import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const offlineRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/offline',
  component: lazyScreen(async () => {
    const [{ loadOfflineMessages }, page] = await Promise.all([
      import('../features/offline/messages'),
      import('../features/offline/offline-page'),
    ])
    await loadOfflineMessages()
    return page
  }, 'OfflinePage'),
})
