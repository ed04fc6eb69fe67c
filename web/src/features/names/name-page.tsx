import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isNotFound } from '../../api/client'
import type { BookDto, FacetDetailDto, SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { Detail } from '../../ui/detail'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import { ErrorNotice } from '../../ui/error-notice'
import { Facts } from '../../ui/facts'
import { NotFoundPage } from '../../ui/not-found-page'
import { usePageTitle } from '../../ui/page-title'
import { Summary } from '../../ui/summary'
import { useMay } from '../auth'
import { BookCard } from '../books'
import { CoverButton } from '../covers'
import type { Condition } from '../lists'
import { listFilteredBy } from '../lists/filtered-list'
import { pageQuery } from '../lists/list.queries'
import { SeriesCard } from '../series'
import { hasInitials, Initials } from './initials'
import { tn } from './messages'
import { NameActions } from './name-actions'
import { type NamePlace, nameKinds, namePlace } from './name-kinds'
import classes from './name-page.module.css'
import { namePicture, nameQuery } from './names.queries'

/** Cards per section; the rest is in the library. */
const mostCards = 24

/** A person, genre, tag …: its details, series and books. */
export function NamePage() {
  const { place: word, nameId } = useParams({ from: '/app/browse/$place/$nameId' })
  const place = namePlace(word)
  return place ? <One key={nameId} place={place} nameId={nameId} /> : <NotFoundPage />
}

function One({ place, nameId }: { readonly place: NamePlace; readonly nameId: string }) {
  const name = useQuery(nameQuery(nameKinds[place].kind, nameId))
  // Also while it is shown: somebody has deleted it, or merged it into another one.
  if (isNotFound(name.error)) return <NotFoundPage />
  if (name.data) return <NameView place={place} name={name.data} />
  if (name.error) return <ErrorNotice error={name.error} onRetry={() => void name.refetch()} level={1} />
  return <DetailSkeleton />
}

function NameView({ place, name }: { readonly place: NamePlace; readonly name: FacetDetailDto }) {
  usePageTitle(name.name)
  const mayChange = useMay('series-write')
  return (
    <Detail
      id={name.id}
      cover={namePicture(name)}
      thumbHash={name.thumbHash}
      title={name.name}
      portrait={hasInitials(name) && <Initials name={name.name} />}
      over={
        <Link to="/browse/$place" params={{ place }}>
          {tn(`names.kind.${place}`)}
        </Link>
      }
      line={name.sortName}
      coverAction={
        mayChange && <CoverButton subject={{ kind: 'name', facetKind: name.kind, id: name.id, title: name.name }} />
      }
      actions={mayChange && <NameActions place={place} name={name} />}
    >
      {name.description && <Summary text={name.description} />}
      <NameFacts name={name} />
      <Members place={place} name={name.name} kind="series" />
      <Members place={place} name={name.name} kind="books" />
    </Detail>
  )
}

/** Nothing if unknown. */
function NameFacts({ name }: { readonly name: FacetDetailDto }) {
  const facts = [
    {
      name: tn('names.roles'),
      value: name.roles.map(({ role, books }) => `${tn(`names.role.${roleOf(role)}`)} (${books})`).join(', '),
      wide: true,
    },
    { name: tn('names.aliases'), value: name.aliases.map(alias => alias.name).join(', ') },
    { name: tn('names.links'), value: name.links.length > 0 ? <Links links={name.links} /> : null },
  ]
  return facts.some(fact => fact.value) ? <Facts facts={facts} /> : null
}

const roles = [
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
  'editor',
  'translator',
  'author',
  'artist',
  'illustrator',
] as const

function roleOf(role: string): (typeof roles)[number] | 'contributor' {
  return roles.find(each => each === role) ?? 'contributor'
}

function Links({ links }: { readonly links: readonly string[] }) {
  return (
    <span className={classes.links}>
      {links.map(link => (
        <a key={link} href={link} target="_blank" rel="noopener noreferrer nofollow">
          {hostOf(link)}
        </a>
      ))}
    </span>
  )
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : link
}

type MembersProps = { readonly place: NamePlace; readonly name: string; readonly kind: 'series' | 'books' }

/** The first series or books with the name, and a link to all of them. */
function Members({ place, name, kind }: MembersProps) {
  const mayBooks = useMay('books-read')
  const { field } = nameKinds[place]
  const condition: Condition = { allOf: [{ [field]: { operator: 'is', value: name } }] }
  const sort = kind === 'series' ? 'name,asc' : 'series,asc'
  const list = useQuery({
    ...pageQuery({ kind, libraryId: null, condition, sort, text: '' }, 1),
    enabled: kind === 'series' || mayBooks,
  }).data
  if (!list || list.total === 0) return null
  const shown = list.data.slice(0, mostCards)
  const id = `name-${kind}`
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <h2 id={id}>{t(kind === 'series' ? 'series.count' : 'books.count', { count: list.total })}</h2>
        {list.total > shown.length && (
          <Link to="/library" search={listFilteredBy(field, name, kind)}>
            {tn('names.showAll')}
          </Link>
        )}
      </div>
      <ul className={classes.cards}>
        {shown.map((item, at) => (
          <li key={item.id}>
            {kind === 'series' ? (
              <SeriesCard series={item as SeriesDto} place="search" eager={at < 8} />
            ) : (
              <BookCard book={item as BookDto} place="search" eager={false} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
