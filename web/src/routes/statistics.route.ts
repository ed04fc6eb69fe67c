import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const statisticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/statistics',
  component: lazyScreen(async () => {
    const [{ loadStatisticsMessages }, page] = await Promise.all([
      import('../features/statistics/messages'),
      import('../features/statistics/statistics-page'),
    ])
    await loadStatisticsMessages()
    return page
  }, 'StatisticsPage'),
})
