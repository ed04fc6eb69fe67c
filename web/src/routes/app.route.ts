import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { librariesQuery } from '../features/libraries'
import { AppFrame } from '../features/navigation'
import { rootRoute } from './root.route'
import { requireSession } from './session-guard'

/** Everything inside the frame with navigation. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: requireSession,
  // Preloads the sidebar's data. Pages work without it, so errors are ignored.
  loader: () => queryClient.ensureQueryData(librariesQuery).catch(() => null),
  component: AppFrame,
})
