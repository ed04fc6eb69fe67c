import { useQuery } from '@tanstack/react-query'
import { api, queryKeys } from '../../api'
import { WholePageLoader } from '../../ui/whole-page-loader'
import { NothingToShow } from '../chrome/nothing-to-show'
import { ReaderErrorNotice } from '../chrome/reader-error-notice'
import { useReadingPlace } from '../progress/use-place'
import type { ReaderProps } from '../reader.types'
import { OpenComic } from './open-comic'

/** Reads a book page image by page image: comics, and PDF as images. */
export default function ComicReader(props: ReaderProps) {
  const { book, incognito, onLeave } = props
  const pages = useQuery({
    queryKey: queryKeys.bookPages(book.id),
    queryFn: () => api.get('/api/v1/books/{book_id}/pages', { params: { book_id: book.id } }),
    staleTime: 5 * 60_000,
  })
  const place = useReadingPlace({ bookId: book.id, counts: 'pages', incognito })

  if (pages.isError) {
    return <ReaderErrorNotice error={pages.error} onRetry={() => void pages.refetch()} onLeave={onLeave} />
  }
  if (!pages.data || place.start === undefined) return <WholePageLoader />
  if (pages.data.length === 0) return <NothingToShow book={book} onLeave={onLeave} />
  const opening = Math.min(pages.data.length, props.page ?? place.start?.page ?? 1) - 1
  return <OpenComic {...props} pages={pages.data} opening={opening} place={place} />
}
