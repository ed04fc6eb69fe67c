import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Shelf } from '../../ui/shelf'
import { ShelfSkeleton } from '../../ui/shelf-skeleton'
import { Trouble } from '../../ui/trouble'
import { BookCard, bookRowQuery } from '../books'
import { newSeriesQuery, SeriesCard } from '../series'
import { ContinueCard } from './continue-card'
import { EmptyHome } from './empty-home'
import classes from './home-page.module.css'

/** The first covers of a row are on the screen: they are fetched before the others. */
const eagerCards = 8

export function HomePage() {
  usePageTitle(t('home.title'))
  const begun = useQuery(bookRowQuery('in-progress'))
  const deck = useQuery(bookRowQuery('on-deck'))
  const newBooks = useQuery(bookRowQuery('recently-added'))
  const newSeries = useQuery(newSeriesQuery)
  const rows = [begun, deck, newBooks, newSeries]
  const failed = rows.find(row => row.isError && !row.data)

  if (failed) {
    return <Trouble error={failed.error} onRetry={() => rows.forEach(row => void row.refetch())} level={1} />
  }
  return (
    <Page title={t('home.title')}>
      <div className={classes.rows}>
        {/* All rows or none: a row that came late would push the others down. */}
        {begun.data && deck.data && newBooks.data && newSeries.data ? (
          <>
            {newBooks.data.length === 0 && newSeries.data.length === 0 && <EmptyHome />}
            {begun.data.length > 0 && (
              <Shelf title={t('home.continue')} wide>
                {begun.data.map((book, index) => (
                  <ContinueCard key={book.id} book={book} eager={index < eagerCards} />
                ))}
              </Shelf>
            )}
            {deck.data.length > 0 && (
              <Shelf title={t('home.onDeck')}>
                {deck.data.map((book, index) => (
                  <BookCard key={book.id} book={book} place="on-deck" eager={index < eagerCards} />
                ))}
              </Shelf>
            )}
            {newBooks.data.length > 0 && (
              <Shelf title={t('home.newBooks')}>
                {newBooks.data.map((book, index) => (
                  <BookCard key={book.id} book={book} place="new-books" eager={index < eagerCards} />
                ))}
              </Shelf>
            )}
            {newSeries.data.length > 0 && (
              <Shelf title={t('home.newSeries')}>
                {newSeries.data.map(series => (
                  <SeriesCard key={series.id} series={series} place="new-series" />
                ))}
              </Shelf>
            )}
          </>
        ) : (
          <>
            <ShelfSkeleton />
            <ShelfSkeleton />
          </>
        )}
      </div>
    </Page>
  )
}
