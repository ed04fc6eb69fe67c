import { createRoute } from '@tanstack/react-router'
import { fetchHomeAhead } from '../features/home/home.queries'
import { HomePage } from '../features/home/home-page'
import { appRoute } from './app.route'

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  loader: () => {
    // What goes wrong is told by the page, which asks the same.
    fetchHomeAhead().catch(() => {})
  },
  component: HomePage,
})
