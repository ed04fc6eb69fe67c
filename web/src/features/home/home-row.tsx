import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BookDto, HomeRowKind, SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { Shelf, type ShelfLink } from '../../ui/shelf'
import { windowSize } from '../../ui/window-size'
import { BookCard, mostNewBooks } from '../books'
import { type CuratedList, listKind } from '../curated-lists/list-kind'
import { PresetLink } from '../presets'
import { SeriesCard } from '../series'
import { ContinueCard } from './continue-card'
import type { Recommended, ShownRow } from './home.queries'
import { ListCard } from './list-card'
import { RecommendedCard } from './recommended-card'
import { RowNote } from './row-note'
import { StackCard } from './stack-card'
import { stackedBySeries } from './stacks.rules'

type Props = {
  readonly shown: ShownRow
  /** Null if they could not be loaded. */
  readonly items: readonly (BookDto | SeriesDto)[] | null
  /** In sight when the page is opened: its first covers are fetched before the others. */
  readonly eager: boolean
  readonly onRetry: () => void
}

/** About as many as a row shows at once: of wide cards, and of others. */
const [eagerWide, eagerCards] = [288, 130].map(width => Math.min(8, Math.round(windowSize().width / width))) as [
  number,
  number,
]
const mostCards = 24

/** One row of the home page. An empty default row is not shown; an empty saved filter says so. */
export function HomeRow({ shown, items, eager, onRetry }: Props) {
  const { row, preset, target } = shown
  const cause = row.kind === 'because-you-read' ? commonCause(items) : null
  const title = preset?.name ?? (cause ? t('home.becauseYouRead', { title: cause }) : rowTitle(row.kind))
  const note = noteOf(shown, items, onRetry)
  if (!note && items?.length === 0) return null
  const isBegun = row.kind === 'continue-reading'
  const place = preset?.id ?? row.kind
  if (row.kind === 'recently-added-books' && !note)
    return (
      <Shelf title={title} link={linkOf(shown)} isBelow={!eager}>
        {stackedBySeries((items ?? []) as readonly BookDto[], mostCards, mostNewBooks).map((stack, index) => {
          const first = eager && index < eagerCards
          return stack.count > 1 ? (
            <StackCard key={stack.book.seriesId} stack={stack} place={place} eager={first} />
          ) : (
            <BookCard key={stack.book.id} book={stack.book} place={place} eager={first} />
          )
        })}
      </Shelf>
    )
  return (
    <Shelf title={title} wide={isBegun} link={linkOf(shown)} note={note} isBelow={!eager}>
      {(items ?? []).slice(0, mostCards).map((item, index) => {
        const first = eager && index < (isBegun ? eagerWide : eagerCards)
        const kind = listKind(row.kind)
        if (kind) return <ListCard key={item.id} kind={kind} list={item as unknown as CuratedList} eager={first} />
        if (row.kind === 'because-you-read')
          return (
            <RecommendedCard key={item.id} series={item as Recommended} isCauseInTitle={cause !== null} eager={first} />
          )
        if (target === 'series' || (target === 'both' && !('seriesId' in item)))
          return <SeriesCard key={item.id} series={item as SeriesDto} place={place} eager={first} />
        const book = item as BookDto
        return isBegun ? (
          <ContinueCard key={book.id} book={book} eager={first} />
        ) : (
          <BookCard key={book.id} book={book} place={place} eager={first} />
        )
      })}
    </Shelf>
  )
}

function noteOf({ preset }: ShownRow, items: Props['items'], onRetry: () => void): ReactNode {
  if (preset?.problem) return <RowNote text={t('home.outdated')} />
  if (items === null) return <RowNote text={t('home.failed')} onRetry={onRetry} />
  return preset && items.length === 0 ? <RowNote text={t('home.noMatches')} /> : null
}

/** The title of the series that all items of a row match. */
function commonCause(items: Props['items']): string | null {
  const causes = (items ?? []).map(item => (item as Recommended).cause)
  const [first] = causes
  return first && causes.every(({ seriesId }) => seriesId === first.seriesId) ? first.seriesTitle : null
}

const TITLES = {
  'continue-reading': 'home.continue',
  'on-deck': 'home.onDeck',
  'want-to-read': 'wantToRead.title',
  'because-you-read': 'home.recommended',
  'recently-added-books': 'home.newBooks',
  'recently-added-series': 'home.newSeries',
  'recently-updated-series': 'home.updatedSeries',
  'recently-read': 'home.read',
  collections: 'home.collections',
  readlists: 'home.readLists',
  preset: 'presets.title',
} as const satisfies Record<HomeRowKind, string>

export const rowTitle = (kind: HomeRowKind): string => t(TITLES[kind])

/** The list with all items of a row. */
function linkOf({ row, preset }: ShownRow): ShelfLink | undefined {
  if (preset) return props => <PresetLink preset={preset} {...props} />
  if (row.kind === 'want-to-read') return props => <Link to="/want-to-read" {...props} />
  const kind = listKind(row.kind)
  if (kind) return props => <Link to="/lists/$kind" params={{ kind }} {...props} />
  const search = LISTED[row.kind]
  return search && (props => <Link to="/library" search={search} {...props} />)
}

const LISTED: Partial<Record<HomeRowKind, { show?: string; sort: string }>> = {
  'recently-added-books': { show: 'books', sort: 'created_at,desc' },
  'recently-added-series': { sort: 'date_added,desc' },
  'recently-updated-series': { sort: 'date_updated,desc' },
  'recently-read': { show: 'books', sort: 'last_read,desc' },
}
