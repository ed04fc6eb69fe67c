import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { isNotFound } from '../../api/client'
import { requestedByLoader } from '../../api/query-client'
import type { BookDto, BookMetadataDto } from '../../api/types'
import { t } from '../../messages'
import { Detail, dotted } from '../../ui/detail'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import { ErrorNotice } from '../../ui/error-notice'
import { Facts } from '../../ui/facts'
import { NotFoundPage } from '../../ui/not-found-page'
import { usePageTitle } from '../../ui/page-title'
import { plainText } from '../../ui/plain-text'
import { Summary } from '../../ui/summary'
import { useScrollBack } from '../../ui/use-scroll-back'
import { WhenSettled } from '../../ui/when-settled'
import { useMay } from '../auth'
import { CoverButton } from '../covers'
import { RatingAndLinks, useRatingAndLinks } from '../external'
import { MarksOfBook } from '../marks/marks-of-book'
import { HistoryOfBook } from '../reading-history'
import { TemplatePart, useTemplatePart } from '../templates'
import { BookActions } from './book-actions'
import { bookDetails, bookPeople } from './book-details'
import { bookCover } from './book-facts'
import { BookNeighbours } from './book-neighbours'
import { BookProblem } from './book-problem'
import { bookTitle, numberBelow } from './book-title'
import { bookQuery, fullBookQuery } from './books.queries'
import { isOneOff } from './one-off'

export function BookPage() {
  const { bookId } = useParams({ from: '/app/books/$bookId' })
  const { data, error, refetch } = useQuery({ ...bookQuery(bookId), ...requestedByLoader })
  // Also while it is shown.
  if (isNotFound(error)) return <NotFoundPage />
  // Merged into another one, maybe while it is shown.
  const heirId = data?.book.id ?? bookId
  if (heirId !== bookId.toLowerCase()) return <Navigate to="/books/$bookId" params={{ bookId: heirId }} replace />
  if (data) return <BookView key={bookId} book={data.book} metadata={data.metadata ?? null} />
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} level={1} />
  return <DetailSkeleton />
}

function BookView({ book, metadata }: { readonly book: BookDto; readonly metadata: BookMetadataDto | null }) {
  const title = bookTitle(book)
  usePageTitle(title)
  useScrollBack()
  const full = useQuery(fullBookQuery(book.id))
  const of = { kind: 'book', id: book.id } as const
  const asked = [full, ...useTemplatePart(of), ...useRatingAndLinks(of)]
  // Only administrators see file paths on the server.
  const mayEdit = useMay('books-write')
  // The pages of an EPUB are positions in its text.
  const hasImages = book.fileFormat !== 'epub'
  const summary = plainText(book.summary ?? metadata?.summary ?? '')
  return (
    <Detail
      id={book.id}
      cover={bookCover(book)}
      thumbHash={book.thumbHash}
      title={title}
      over={
        // A volume links to its series even if both have the same title.
        !isOneOff(book) && (
          <Link to="/series/$seriesId" params={{ seriesId: book.seriesId }}>
            {book.seriesName}
          </Link>
        )
      }
      line={dotted([
        numberBelow(book),
        bookPeople(metadata, 2),
        metadata?.year ? String(metadata.year) : null,
        book.pageCount > 0 && t('books.pages', { count: book.pageCount }),
      ])}
      actions={<BookActions book={book} />}
      coverAction={
        <CoverButton subject={{ kind: 'book', id: book.id, title, pages: hasImages ? book.pageCount : 0 }} />
      }
    >
      <BookProblem book={book} />
      {summary && <Summary text={summary} />}
      <WhenSettled of={asked}>
        <Facts facts={bookDetails(mayEdit ? book : { ...book, path: '' }, metadata, full.data)} />
        <TemplatePart of={of} />
        <RatingAndLinks of={of} />
        <MarksOfBook bookId={book.id} />
        <HistoryOfBook book={{ id: book.id, title }} />
        <BookNeighbours bookId={book.id} />
      </WhenSettled>
    </Detail>
  )
}
