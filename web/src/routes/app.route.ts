import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { librariesQuery } from '../features/libraries'
import { AppFrame } from '../features/navigation'
import { rootRoute } from './root.route'
import { requireSession } from './session-guard'

/** Everything inside the frame with the navigation. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: requireSession,
  // The sidebar stands from the first frame. Without them the pages still work, so an error here stops nothing.
  loader: () => queryClient.ensureQueryData(librariesQuery).catch(() => null),
  component: AppFrame,
})
