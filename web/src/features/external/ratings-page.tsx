import { IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../messages'
import { Cover } from '../../ui/cover'
import { ErrorNotice } from '../../ui/error-notice'
import { LongText } from '../../ui/long-text'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { RowsSkeleton } from '../../ui/rows-skeleton'
import { Segmented } from '../../ui/segmented'
import touch from '../../ui/touch.module.css'
import { bookCover } from '../books'
import { bookTitle } from '../books/book-title'
import { seriesCover } from '../series'
import { tx } from './messages'
import type { OwnRating, RatedKind } from './own-ratings'
import { ratingText } from './rating-text'
import { ratedQuery, ratingsOnPage } from './ratings.queries'
import classes from './ratings-page.module.css'

/** The person's ratings, best first, with notes. */
export function RatingsPage() {
  usePageTitle(tx('rating.ofMine'))
  const [kind, setKind] = useState<RatedKind>('series')
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery(ratedQuery(kind, page))
  return (
    <Page
      narrow
      title={tx('rating.ofMine')}
      aside={
        <Segmented
          label={tx('rating.ofMine')}
          value={kind}
          onChange={next => {
            setKind(next)
            setPage(1)
          }}
          choices={[
            { value: 'series', label: t('libraries.showSeries') },
            { value: 'books', label: t('libraries.showBooks') },
          ]}
        />
      }
    >
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <NoticePage level={2} icon={<IconStar size={34} stroke={1.5} />} title={tx('rating.none')}>
          {tx('rating.noneText')}
        </NoticePage>
      )}
      {isPending && <RowsSkeleton />}
      <ul className={classes.list}>
        {data?.series?.map(series => (
          <Row
            key={series.id}
            cover={<Cover src={seriesCover(series)} thumbHash={series.thumbHash} title={series.title} />}
            name={
              <Link to="/series/$seriesId" params={{ seriesId: series.id }} className={touch.reach}>
                {series.title}
              </Link>
            }
            own={data.ratings.get(series.id)}
          />
        ))}
        {data?.books?.map(book => (
          <Row
            key={book.id}
            cover={<Cover src={bookCover(book)} thumbHash={book.thumbHash} title={bookTitle(book)} />}
            name={
              <Link to="/books/$bookId" params={{ bookId: book.id }} className={touch.reach}>
                {bookTitle(book)}
              </Link>
            }
            own={data.ratings.get(book.id)}
          />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / ratingsOnPage)} onPage={setPage} />
    </Page>
  )
}

type RowProps = {
  readonly cover: ReactNode
  readonly name: ReactNode
  readonly own: OwnRating | undefined
}

function Row({ cover, name, own }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.cover}>{cover}</span>
      <div className={classes.words}>
        {name}
        {own?.notes && <LongText text={own.notes} lines={3} className={classes.notes} />}
      </div>
      {own && <span className={classes.points}>{ratingText(own.rating)}</span>}
    </li>
  )
}
