import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from './app.route'

export const librariesAdminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/libraries',
  component: lazyRouteComponent(() => import('../features/libraries/admin/libraries-admin-page'), 'LibrariesAdminPage'),
})

export const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('../features/profile/profile-page'), 'ProfilePage'),
})
