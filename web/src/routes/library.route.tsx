import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { LibraryPage } from '../features/libraries/library-page'
import { pageQuery } from '../features/lists/list.queries'
import { type ListState, questionOf, readListState } from '../features/lists/list-state'
import { briefly } from '../ui/opening'
import { appRoute } from './app.route'

/** Prefetches the first covers while the page's code is loading. */
function fetchAhead(libraryId: string | null, search: ListState): Promise<unknown> | undefined {
  const { question, problems } = questionOf(search)
  if (problems.length > 0) return undefined
  return briefly(queryClient.prefetchQuery(pageQuery({ ...question, libraryId }, 1)))
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
