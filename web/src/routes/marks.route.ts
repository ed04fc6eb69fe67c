import { createRoute } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

export const marksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/marks',
  component: lazyScreen(async () => {
    const [{ loadMarkMessages }, page] = await Promise.all([
      import('../features/marks/messages'),
      import('../features/marks/marks-page'),
    ])
    await loadMarkMessages()
    return page
  }, 'MarksPage'),
})
