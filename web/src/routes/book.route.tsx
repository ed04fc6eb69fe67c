import { createRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { queryClient } from '../api/query-client'
import { BookPage } from '../features/books/book-page'
import { bookQuery } from '../features/books/books.queries'
import { lazyPart } from '../ui/lazy-part'
import { RouteError } from '../ui/route-error'
import { WholePageLoader } from '../ui/whole-page-loader'
import { appRoute } from './app.route'
import { readReaderSearch } from './reader-search'
import { rootRoute } from './root.route'
import { requireSession } from './session-guard'

export const bookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/books/$bookId',
  loader: ({ params }) => void queryClient.prefetchQuery(bookQuery(params.bookId)),
  component: BookPage,
})

const ReaderScreen = lazyPart(() => import('../reader/reader-screen'))

/** The reader fills the screen, so it is outside the frame. */
export const readRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/books/$bookId/read',
  validateSearch: readReaderSearch,
  beforeLoad: requireSession,
  errorComponent: props => (
    <main>
      <RouteError {...props} hasWayHome />
    </main>
  ),
  component: function ReadPage() {
    const { bookId } = readRoute.useParams()
    return (
      <Suspense fallback={<WholePageLoader />}>
        <ReaderScreen key={bookId} bookId={bookId} />
      </Suspense>
    )
  },
})
