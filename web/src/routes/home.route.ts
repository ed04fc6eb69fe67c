import { createRoute } from '@tanstack/react-router'
import { fetchHomeAhead } from '../features/home/home.queries'
import { HomePage } from '../features/home/home-page'
import { appRoute } from './app.route'

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  loader: () => {
    // The page shows the error, since it makes the same request.
    fetchHomeAhead().catch(() => {})
  },
  component: HomePage,
})
