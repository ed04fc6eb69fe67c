import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const wantToReadRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/want-to-read',
  component: lazyScreen(async () => {
    const [{ loadQueueMessages }, page] = await Promise.all([
      import('../features/want-to-read/messages'),
      import('../features/want-to-read/queue-page'),
    ])
    await loadQueueMessages()
    return page
  }, 'QueuePage'),
})
