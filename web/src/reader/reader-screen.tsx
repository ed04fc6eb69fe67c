import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { api, isNotFound, queryKeys } from '../api'
import { bookTitle } from '../features/books/book-title'
import { ErrorNotice } from '../ui/error-notice'
import { lazyPart } from '../ui/lazy-part'
import { NotFoundPage } from '../ui/not-found-page'
import { usePageTitle } from '../ui/page-title'
import { painted } from '../ui/painted'
import { ToastPlace } from '../ui/toast'
import { WholePageLoader } from '../ui/whole-page-loader'
import type { ReaderProps } from './reader.types'
import { askSettings } from './settings/ask-settings'

const ComicReader = lazyPart(() => import('./comic/comic-reader'))
const EpubReader = lazyPart(() => import('./epub/epub-reader'))
const PdfReader = lazyPart(() => import('./pdf/pdf-reader'))

/** The full-screen reader of one book; each kind of reader is a separate chunk. */
export default function ReaderScreen({ bookId }: { readonly bookId: string }) {
  const book = useQuery({
    queryKey: queryKeys.book(bookId),
    queryFn: () => api.get('/api/v1/books/{book_id}', { params: { book_id: bookId } }),
  })
  const address = useReaderAddress(bookId)
  const opened = book.data?.book
  const isOpen = opened !== undefined
  // Once for each time the reader is opened, not whenever the book is fetched again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the settings belong to stays the same
  useEffect(() => {
    if (opened) askSettings(opened)
  }, [bookId, isOpen])
  usePageTitle(opened && bookTitle(opened))

  if (isNotFound(book.error)) {
    return (
      <main>
        <NotFoundPage />
      </main>
    )
  }
  if (book.isError) return <ErrorNotice level={1} hasWayHome error={book.error} onRetry={() => void book.refetch()} />
  if (!book.data) return <WholePageLoader />
  const Reader = { cbz: ComicReader, cbr: ComicReader, epub: EpubReader, pdf: PdfReader }[book.data.book.fileFormat]
  return (
    <>
      <Suspense fallback={<WholePageLoader />}>
        <Reader book={book.data.book} {...address} />
      </Suspense>
      <ToastPlace />
    </>
  )
}

/** The address's parameters, and targets of the reader's buttons. */
function useReaderAddress(bookId: string): Omit<ReaderProps, 'book'> {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useSearch({ from: '/books/$bookId/read' })
  // Only the initial page counts: afterwards the address follows the reader, not the other way round.
  const [page] = useState(search.page)
  const [mark] = useState(search.mark)
  const reported = useRef<number | string | undefined>(mark ?? page)
  const incognito = search.incognito === true
  const { list } = search

  const onPage = useCallback(
    (now: number) => {
      // Without progress, the address brings a reload back to the page; with it, an old page would conflict.
      const wanted = incognito ? now : undefined
      if (reported.current === wanted) return
      reported.current = wanted
      // The page is painted first: the browser takes long to change its address.
      void painted().then(() => {
        // The reader may have been left meanwhile, perhaps for a page that is still being loaded.
        if (router.latestLocation.pathname !== `/books/${bookId}/read`) return
        return navigate({
          to: '/books/$bookId/read',
          params: { bookId },
          search: { ...(list && { list }), ...(incognito && { incognito, page: now }) },
          replace: true,
          resetScroll: false,
          viewTransition: false,
        })
      })
    },
    [router, navigate, bookId, incognito, list],
  )
  const onLeave = useCallback(() => void navigate({ to: '/books/$bookId', params: { bookId } }), [navigate, bookId])
  const onOpenBook = useCallback(
    (next: string) => {
      const search = { ...(list && { list }), ...(incognito && { incognito }) }
      void navigate({ to: '/books/$bookId/read', params: { bookId: next }, search, replace: true })
    },
    [navigate, incognito, list],
  )
  const onOpenSeries = useCallback(
    (seriesId: string) => void navigate({ to: '/series/$seriesId', params: { seriesId } }),
    [navigate],
  )
  const onOpenList = useCallback(
    (listId: string) => void navigate({ to: '/lists/$kind/$listId', params: { kind: 'readlists', listId } }),
    [navigate],
  )
  return { page, mark, incognito, list, onPage, onLeave, onOpenBook, onOpenSeries, onOpenList }
}
