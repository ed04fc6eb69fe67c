import { createRoute } from '@tanstack/react-router'
import { fetchHomeAhead } from '../features/home/home.queries'
import { HomePage } from '../features/home/home-page'
import { briefly } from '../ui/opening'
import { appRoute } from './app.route'

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  // The page shows the error, since it makes the same request.
  loader: () => briefly(fetchHomeAhead().catch(() => {})),
  component: HomePage,
})
