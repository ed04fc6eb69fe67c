import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from './app.route'

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home-page'), 'HomePage'),
})
