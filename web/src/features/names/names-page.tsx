import { Button } from '@mantine/core'
import { IconCategory, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FacetDto } from '../../api/types'
import { formatNumber, t } from '../../messages'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { NotFoundPage } from '../../ui/not-found-page'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { QuietSelect } from '../../ui/quiet-select'
import { useMay } from '../auth'
import { SearchField } from '../lists/search-field'
import { CleanUpDialog } from './clean-up-dialog'
import { hasInitials, Initials, isPerson } from './initials'
import { tn } from './messages'
import { type NamePlace, type NamesSearch, nameKinds, namePlace, namePlaces, nameSorts } from './name-kinds'
import { nameGroupsQuery, namePicture, namesOnPage, namesQuery } from './names.queries'
import classes from './names-page.module.css'

/** All names of a kind: people, genres, tags …, each linked to its page. */
export function NamesPage() {
  const place = namePlace(useParams({ from: '/app/browse/$place' }).place)
  return place ? <Names key={place} place={place} /> : <NotFoundPage />
}

function Names({ place }: { readonly place: NamePlace }) {
  const { kind } = nameKinds[place]
  const { q = '', sort = 'name', page = 1 } = useSearch({ from: '/app/browse/$place' })
  const navigate = useNavigate({ from: '/browse/$place' })
  const [cleaning, setCleaning] = useState(false)
  const mayCleanUp = useMay('system-admin')
  const title = tn(`names.kind.${place}`)
  usePageTitle(title)
  const found = useQuery(namesQuery({ kind, q, sort, page }))
  const go = (search: NamesSearch, replace = true) => void navigate({ search, replace, viewTransition: false })
  const asked = { ...(q ? { q } : {}), ...(sort === 'count' ? { sort } : {}) }
  const toPage = (next: number) => {
    go({ ...asked, ...(next > 1 ? { page: next } : {}) }, false)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <Page
      title={title}
      counts
      line={found.data ? tn('names.count', { count: found.data.total }) : '\u00a0'}
      aside={
        mayCleanUp && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={() => setCleaning(true)}
          >
            {tn('names.cleanUp')}
          </Button>
        )
      }
    >
      <Tabs place={place} />
      <div className={classes.bar}>
        <SearchField
          label={tn('names.search')}
          text={q}
          onText={text => go({ ...(text ? { q: text } : {}), ...(sort === 'count' ? { sort } : {}) })}
        />
        <QuietSelect
          label={tn('names.sort')}
          value={sort}
          choices={nameSorts.map(value => ({ value, label: tn(`names.sort.${value}`) }))}
          onChange={value => go({ ...(q ? { q } : {}), ...(value === 'count' ? { sort: value } : {}) })}
        />
      </div>
      {sort === 'name' && <Letters place={place} q={q} page={page} onPage={toPage} />}
      {found.error && !found.data ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data?.total === 0 ? (
        <NoticePage
          level={2}
          icon={<IconCategory size={34} stroke={1.5} />}
          title={tn(q ? 'names.noneFound' : 'names.none')}
        >
          {tn(q ? 'names.noneFoundText' : 'names.noneText')}
        </NoticePage>
      ) : (
        <ul className={classes.names} data-waiting={found.isPlaceholderData}>
          {found.data?.data.map((name, at) => (
            <NameCard key={name.id} place={place} name={name} eager={at < 12} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={found.data?.totalPages ?? 0} onPage={toPage} />
      {cleaning && <CleanUpDialog kind={kind} onClose={() => setCleaning(false)} />}
    </Page>
  )
}

/** Links to the other kinds. */
function Tabs({ place }: { readonly place: NamePlace }) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab comes into sight when it changes
  useLayoutEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (nav.current && tab) nav.current.scrollLeft += middleOf(tab) - middleOf(nav.current)
  }, [place])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={tn('names.browse')}>
      {namePlaces.map(each => (
        <Link
          key={each}
          to="/browse/$place"
          params={{ place: each }}
          activeOptions={{ includeSearch: false, exact: true }}
        >
          {tn(`names.kind.${each}`)}
        </Link>
      ))}
    </nav>
  )
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

type LettersProps = {
  readonly place: NamePlace
  readonly q: string
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Each letter links to the page where its names begin. */
function Letters({ place, q, page, onPage }: LettersProps) {
  const groups = useQuery(nameGroupsQuery(nameKinds[place].kind, q)).data ?? []
  let before = 0
  const letters = groups.map(({ group, count }) => {
    const first = Math.floor(before / namesOnPage) + 1
    before += count
    return { group, count, first, last: Math.floor((before - 1) / namesOnPage) + 1 }
  })
  if (before <= namesOnPage) return null
  return (
    <nav className={classes.letters} aria-label={t('lists.alphabet')}>
      {letters.map(({ group, count, first, last }) => (
        <button
          key={group}
          type="button"
          aria-label={t('lists.jumpTo', { letter: group.toLocaleUpperCase(), count })}
          aria-current={first <= page && page <= last ? 'true' : undefined}
          onClick={() => onPage(first)}
        >
          {group.toLocaleUpperCase()}
        </button>
      ))}
    </nav>
  )
}

type CardProps = { readonly place: NamePlace; readonly name: FacetDto; readonly eager: boolean }

function NameCard({ place, name, eager }: CardProps) {
  return (
    <li>
      <Link to="/browse/$place/$nameId" params={{ place, nameId: name.id }} className={classes.card}>
        <span className={classes.cover} data-person={isPerson(name.kind)} aria-hidden>
          {hasInitials(name) ? (
            <Initials name={name.name} />
          ) : (
            <Cover src={namePicture(name, 200)} thumbHash={name.thumbHash} title="" eager={eager} />
          )}
        </span>
        <span className={classes.words}>
          <bdi className={classes.name}>{name.name}</bdi>
          <span className={classes.line}>{countsOf(name)}</span>
        </span>
      </Link>
    </li>
  )
}

/** Numbers of series and books of a name, in words. */
export function countsOf(name: Pick<FacetDto, 'seriesCount' | 'bookCount' | 'bookCountIsExact'>): string {
  return dotted([
    name.seriesCount > 0 && t('series.count', { count: name.seriesCount }),
    name.bookCount > 0 &&
      (name.bookCountIsExact
        ? t('books.count', { count: name.bookCount })
        : tn('names.moreBooks', { count: formatNumber(name.bookCount) })),
  ])
}
