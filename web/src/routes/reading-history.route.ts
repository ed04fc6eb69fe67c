import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const readingHistoryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/history',
  component: lazyScreen(async () => {
    const [{ loadHistoryMessages }, page] = await Promise.all([
      import('../features/reading-history/messages'),
      import('../features/reading-history/history-page'),
    ])
    await loadHistoryMessages()
    return page
  }, 'HistoryPage'),
})
