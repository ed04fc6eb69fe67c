import { createRoute } from '@tanstack/react-router'
import { AppFrame } from '../features/navigation'
import { rootRoute } from './root.route'
import { requireSession } from './session-guard'

/** Everything inside the frame with the navigation. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: requireSession,
  component: AppFrame,
})
