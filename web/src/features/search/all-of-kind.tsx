import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SearchKind } from '../../api/types'
import { t } from '../../messages'
import { CardSkeleton } from '../../ui/card-skeleton'
import { ErrorNotice } from '../../ui/error-notice'
import { VirtualGrid } from '../../ui/virtual-grid'
import { BookCard } from '../books'
import { usePagedList } from '../lists/use-paged-list'
import { SeriesCard } from '../series'
import type { NameKind } from './hit-items'
import { ts } from './messages'
import { NameSection } from './name-section'
import { searchQuery } from './search.queries'
import classes from './search-page.module.css'

const mostNames = 100

type Props = { readonly kind: SearchKind; readonly text: string; readonly onFewer: () => void }

/** All hits of one kind: titles in pages, best first; of names the first hundred. */
export function AllOfKind({ kind, text, onFewer }: Props) {
  return (
    <>
      <p className={classes.back}>
        <button type="button" className={classes.all} onClick={onFewer}>
          <IconArrowLeft size={17} stroke={1.8} aria-hidden /> {ts('search.fewer')}
        </button>
      </p>
      {kind === 'series' || kind === 'books' ? (
        <AllTitles kind={kind} text={text} />
      ) : (
        <AllNames kind={kind} text={text} />
      )}
    </>
  )
}

function AllTitles({ kind, text }: { readonly kind: 'series' | 'books'; readonly text: string }) {
  const list = usePagedList({ kind, libraryId: null, condition: null, sort: 'relevance,asc', text })
  if (list.error && list.total === null) return <ErrorNotice error={list.error} onRetry={list.retry} />
  const title = ts(`search.kind.${kind}`)
  return (
    <section aria-labelledby="search-all">
      <h2 id="search-all" className={`${classes.name} ${classes.alone}`}>
        {title}{' '}
        <span className={classes.count}>
          {list.total === null ? '' : t(kind === 'series' ? 'series.count' : 'books.count', { count: list.total })}
        </span>
      </h2>
      <VirtualGrid
        key={list.key}
        label={title}
        total={list.total ?? 0}
        look="grid"
        onRange={list.onRange}
        keyAt={index => list.itemAt(index)?.item.id ?? null}
        renderItem={(index, hints) => {
          const found = list.itemAt(index)
          if (!found) return <CardSkeleton look="grid" />
          return found.kind === 'series' ? (
            <SeriesCard key={found.item.id} series={found.item} place="search" {...hints} />
          ) : (
            <BookCard key={found.item.id} book={found.item} place="search" {...hints} />
          )
        }}
      />
    </section>
  )
}

function AllNames({ kind, text }: { readonly kind: NameKind; readonly text: string }) {
  const found = useQuery(searchQuery({ text, kinds: [kind], limit: mostNames }))
  if (found.error && !found.data) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className={classes.sections}>
      <NameSection kind={kind} found={found.data?.[kind]} onAll={() => undefined} />
    </div>
  )
}
