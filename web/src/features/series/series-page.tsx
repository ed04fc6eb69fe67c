import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { memo, Suspense, useDeferredValue } from 'react'
import { isNotFound } from '../../api/client'
import { requestedByLoader } from '../../api/query-client'
import type { BookDto, SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { CardSkeleton } from '../../ui/card-skeleton'
import { Detail, dotted } from '../../ui/detail'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import { ErrorNotice } from '../../ui/error-notice'
import { lazyPart } from '../../ui/lazy-part'
import { NotFoundPage } from '../../ui/not-found-page'
import { useFirstCovers } from '../../ui/opening'
import { usePageTitle } from '../../ui/page-title'
import { plainText } from '../../ui/plain-text'
import { Summary } from '../../ui/summary'
import { useScrollBack } from '../../ui/use-scroll-back'
import { type GridLook, VirtualGrid } from '../../ui/virtual-grid'
import { WhenSettled } from '../../ui/when-settled'
import { booksOfSeriesQuery } from '../books'
import { isOneOff } from '../books/one-off'
import { CoverButton } from '../covers'
import { RatingAndLinks, useRatingAndLinks } from '../external'
import { ListItem } from '../lists/list-item'
import { type Selection, useSelection } from '../lists/selection/use-selection'
import { TemplatePart, useTemplatePart } from '../templates'
import { seriesQuery } from './series.queries'
import { SeriesActions } from './series-actions'
import { SeriesBooksHead } from './series-books-head'
import { SeriesDetails, useSeriesDetails } from './series-details'
import { isOfOneNovel, seriesCover } from './series-facts'
import { SimilarSeries } from './similar-series'

const SelectionBar = lazyPart(() => import('../lists/selection/selection-bar'))

export function SeriesPage() {
  const { seriesId } = useParams({ from: '/app/series/$seriesId' })
  const series = useQuery({ ...seriesQuery(seriesId), ...requestedByLoader })
  const books = useQuery({ ...booksOfSeriesQuery(seriesId), ...requestedByLoader })
  // Also while it is shown.
  if (isNotFound(series.error)) return <NotFoundPage />
  // Merged into another one, maybe while it is shown.
  const heirId = series.data?.id ?? seriesId
  if (heirId !== seriesId.toLowerCase())
    return <Navigate to="/series/$seriesId" params={{ seriesId: heirId }} replace />
  if (series.data && isOfOneNovel(series.data)) {
    if (!books.data && !books.error) return <DetailSkeleton />
    const [novel] = books.data ?? []
    if (novel && isOneOff(novel)) return <Navigate to="/books/$bookId" params={{ bookId: novel.id }} replace />
  }
  if (series.data) {
    return <SeriesView key={seriesId} series={series.data} books={books.data} />
  }
  if (series.error) return <ErrorNotice error={series.error} onRetry={() => void series.refetch()} level={1} />
  return <DetailSkeleton />
}

type ViewProps = { readonly series: SeriesDto; readonly books: readonly BookDto[] | undefined }

function SeriesView({ series, books }: ViewProps) {
  usePageTitle(series.title)
  const unread = series.unreadCount ?? 0
  const summary = plainText(series.summary ?? '')
  const of = { kind: 'series', id: series.id } as const
  const scrolled = useScrollBack()
  // The cover and its title come first.
  const mayGoOn = useFirstCovers() || scrolled > 0
  const asked = [
    ...useSeriesDetails(series.id, mayGoOn),
    ...useTemplatePart(of, mayGoOn),
    ...useRatingAndLinks(of, mayGoOn),
  ]
  return (
    <Detail
      id={series.id}
      cover={seriesCover(series)}
      thumbHash={series.thumbHash}
      title={series.title}
      over={
        <Link to="/libraries/$libraryId" params={{ libraryId: series.libraryId }}>
          {series.libraryName}
        </Link>
      }
      line={dotted([
        series.publisher,
        series.year ? String(series.year) : null,
        t('books.count', { count: series.bookCount }),
        unread > 0 && unread < series.bookCount && t('series.unread', { count: unread }),
        unread === 0 && series.bookCount > 0 && t('progress.read'),
      ])}
      actions={<SeriesActions series={series} books={books} />}
      coverAction={<CoverButton subject={{ kind: 'series', id: series.id, title: series.title }} />}
    >
      {summary && <Summary text={summary} />}
      {mayGoOn && (
        <WhenSettled of={asked}>
          <SeriesDetails series={series} />
          <TemplatePart of={of} />
          <RatingAndLinks of={of} />
          <SeriesBooks series={series} books={books} />
          <SimilarSeries seriesId={series.id} />
        </WhenSettled>
      )}
    </Detail>
  )
}

/** The choice of the view is painted first; the books follow in the background. */
function SeriesBooks({ series, books }: ViewProps) {
  const look = useSearch({ from: '/app/series/$seriesId' }).view ?? 'grid'
  const navigate = useNavigate({ from: '/series/$seriesId' })
  const selection = useSelection(series.id, index => books?.[index]?.id ?? null)
  const setLook = (view: GridLook) =>
    navigate({ search: view === 'list' ? { view } : {}, replace: true, resetScroll: false, viewTransition: false })
  return (
    <section aria-labelledby="series-books" onKeyDown={selection.onKeyDown}>
      <SeriesBooksHead look={look} onLook={setLook} />
      <BookGrid
        series={series}
        books={books}
        look={useDeferredValue(look)}
        ids={selection.ids}
        onChoose={selection.choose}
      />
      {selection.ids.size > 0 && (
        <Suspense>
          <SelectionBar
            kind="books"
            ids={selection.ids}
            list={{
              kind: 'books',
              libraryId: null,
              condition: { seriesId: { operator: 'is', value: series.id } },
              sort: 'series,asc',
              text: '',
            }}
            total={books?.length ?? null}
            isReached={selection.isReached}
            onSelect={selection.set}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </section>
  )
}

type GridProps = ViewProps & {
  readonly look: GridLook
  readonly ids: Selection['ids']
  readonly onChoose: Selection['choose']
}

const BookGrid = memo(function BookGrid({ series, books, look, ids, onChoose }: GridProps) {
  return (
    <VirtualGrid
      label={t('series.books')}
      total={books?.length ?? series.bookCount}
      look={look}
      choosing={ids.size > 0}
      keyAt={index => books?.[index]?.id ?? null}
      renderItem={(index, hints) => {
        const book = books?.[index]
        if (!book) return <CardSkeleton look={look} />
        return (
          <ListItem
            key={book.id}
            kind="books"
            item={book}
            rating={undefined}
            index={index}
            place="series"
            context="series"
            look={look === 'list' ? 'row' : 'card'}
            chosen={ids.has(book.id)}
            onChoose={onChoose}
            {...hints}
          />
        )
      }}
    />
  )
})
