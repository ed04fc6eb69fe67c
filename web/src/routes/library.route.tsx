import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readListState } from '../features/libraries/list-state'
import { appRoute } from './app.route'

const component = lazyRouteComponent(() => import('../features/libraries/library-page'), 'LibraryPage')

/** All libraries together. */
export const allLibrariesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/library',
  validateSearch: readListState,
  component,
})

export const libraryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/libraries/$libraryId',
  validateSearch: readListState,
  component,
})
