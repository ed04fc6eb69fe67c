import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.route'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: lazyRouteComponent(() => import('../features/auth/sign-in-page'), 'SignInPage'),
})

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    // A token of digits only is read as a number by the router.
    search.token === undefined ? {} : { token: String(search.token) },
  component: lazyRouteComponent(() => import('../features/setup/setup-page'), 'SetupPage'),
})
