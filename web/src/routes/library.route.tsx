import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { LibraryPage } from '../features/libraries/library-page'
import { pageQuery } from '../features/libraries/list.queries'
import { type ListState, readListState, wholeState } from '../features/libraries/list-state'
import { appRoute } from './app.route'

/** The first covers are asked for while the page's code is still on its way. */
function fetchAhead(libraryId: string | null, search: ListState): void {
  const { show, sort, q } = wholeState(search)
  void queryClient.prefetchQuery(pageQuery({ kind: show, libraryId, sort, q }, 1))
}

/** All libraries together. */
export const allLibrariesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/library',
  validateSearch: readListState,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => fetchAhead(null, deps),
  component: LibraryPage,
})

export const libraryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/libraries/$libraryId',
  validateSearch: readListState,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => fetchAhead(params.libraryId, deps),
  component: LibraryPage,
})
