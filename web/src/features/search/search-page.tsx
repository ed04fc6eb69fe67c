import { IconSearch, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useDeferredValue } from 'react'
import type { SearchKind, SearchResultDto } from '../../api/types'
import { CardSkeleton } from '../../ui/card-skeleton'
import { ErrorNotice } from '../../ui/error-notice'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { useSession } from '../auth'
import { AllOfKind } from './all-of-kind'
import { CardSection } from './card-section'
import { nameKinds } from './hit-items'
import { ts } from './messages'
import { NameSection } from './name-section'
import { rememberSearch } from './recent'
import { searchQuery } from './search.queries'
import { SearchBox } from './search-box'
import line from './search-line.module.css'
import classes from './search-page.module.css'
import { readSearchState, type SearchState } from './search-state'

const hitsOfAKind = 12

/** Hits by kind; the query is in the address. */
export function SearchPage() {
  const { q = '', kind } = readSearchState(useSearch({ strict: false }) as Record<string, unknown>)
  const user = useSession()
  const text = q.trim()
  usePageTitle(text ? `${text} · ${ts('search.title')}` : ts('search.title'))
  const go = useGo()
  // The pressed button answers at once; the hits follow in the background.
  const shownKind = useDeferredValue(kind)
  const found = useQuery(searchQuery({ text, limit: hitsOfAKind }))
  const result = found.data
  const remember = () => rememberSearch(user?.id ?? '', text)
  return (
    <Page title={ts('search.title')}>
      <div onClickCapture={event => (event.target as HTMLElement).closest('a[href]') && remember()}>
        <SearchBox text={q} onText={typed => go({ ...(typed ? { q: typed } : {}), ...(kind ? { kind } : {}) }, true)} />
        <p className={line.said} role="status">
          {text && result && !found.isPlaceholderData ? ts('search.found', { count: hitsOf(result) }) : ''}
        </p>
        {text === '' ? (
          <NoticePage level={2} icon={<IconSearch size={34} stroke={1.5} />} title={ts('search.startTitle')}>
            {ts('search.startText')}
          </NoticePage>
        ) : found.error && !result ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : !result ? (
          <div className={classes.cards} aria-hidden>
            {Array.from({ length: 6 }, (_, at) => (
              <CardSkeleton key={at} look="grid" />
            ))}
          </div>
        ) : (
          <Hits text={text} kind={shownKind} result={result} />
        )}
      </div>
    </Page>
  )
}

type HitsProps = { readonly text: string; readonly kind: SearchKind | undefined; readonly result: SearchResultDto }

const Hits = memo(function Hits({ text, kind, result }: HitsProps) {
  const go = useGo()
  if (kind) return <AllOfKind kind={kind} text={text} onFewer={() => go({ q: text }, false)} />
  if (hitsOf(result) > 0) return <Sections result={result} onAll={kind => go({ q: text, kind }, false)} />
  return (
    <NoticePage
      level={2}
      icon={<IconZoomQuestion size={34} stroke={1.5} />}
      title={ts('search.noResultsTitle', { text })}
    >
      {ts('search.noResultsText')}
    </NoticePage>
  )
})

/** Changes the query in the address. */
function useGo(): (search: SearchState, replace: boolean) => void {
  const navigate = useNavigate()
  return (search, replace) => void navigate({ to: '/search', search, replace, viewTransition: false })
}

type SectionsProps = { readonly result: SearchResultDto; readonly onAll: (kind: SearchKind) => void }

function Sections({ result, onAll }: SectionsProps) {
  const isSimilar = [result.series, result.books, ...nameKinds.map(kind => result[kind])].some(
    found => found?.hits[0]?.match === 'similar',
  )
  return (
    <>
      {isSimilar && <p className={classes.note}>{ts('search.similar')}</p>}
      <div className={classes.sections}>
        <CardSection kind="series" found={result.series} onAll={onAll} />
        <CardSection kind="books" found={result.books} onAll={onAll} />
        {nameKinds.map(kind => (
          <NameSection key={kind} kind={kind} found={result[kind]} onAll={() => onAll(kind)} />
        ))}
      </div>
    </>
  )
}

function hitsOf(result: SearchResultDto): number {
  return [result.series, result.books, ...nameKinds.map(kind => result[kind])].reduce(
    (sum, found) => sum + (found?.total ?? 0),
    0,
  )
}
