import {
  type Asked,
  type Choice,
  find,
  holders,
  type Item,
  offersOf,
  openShelf,
  type Page,
  type Part,
  type SeriesModel,
  type Shelf,
  type ShelfName,
  type ShelfOf,
  tree,
} from '../read-model'
import type { Addresses } from './addresses'
import { type Feed, type Group, type Navigation, navigation } from './feed'
import { type May, publication } from './publication'

/** Context of a feed. */
export interface FeedCall extends Asked {
  readonly addresses: Addresses
  readonly may: May
  readonly serverName: string
}

/** Number of series and of books in a search result. */
const MOST_FOUND = 20
/** Number of books per shelf on the start page. */
const SHOWN = 10
const SHOWN_SHELVES = ['keep-reading', 'on-deck', 'new-books'] as const satisfies ShelfName[]

/** The start: links to all sections, and the first books of some shelves. */
export async function rootFeed(asked: FeedCall): Promise<Feed> {
  const { viewer, addresses, serverName } = asked
  const shown = viewer.permissions.has('books-read') ? SHOWN_SHELVES : []
  const groups = await Promise.all(shown.map(name => groupOf(asked, name)))
  const libraries = await holders.libraries(asked)
  return {
    title: serverName,
    subtitle: 'Comics, manga and ebooks of this library',
    updatedAt: Math.max(0, ...libraries.map(library => library.updatedAt)),
    self: addresses.root,
    navigation: tree.sectionsFor(viewer).map(({ title, path, rel }) => navigation(title, addresses.at(path), { rel })),
    groups: groups.filter(({ publications = [] }) => publications.length > 0),
  }
}

async function groupOf(asked: FeedCall, name: ShelfName): Promise<Group> {
  const shelf = await openShelf(asked, name)
  const { items, total } = await shelf.page({ page: 1, pageSize: SHOWN })
  const { href, type = '' } = navigation('', asked.addresses.shelf(name))
  return {
    metadata: { title: tree.titleOf(shelf), numberOfItems: total },
    links: [{ rel: 'self', href, type }],
    publications: publications(asked, items),
  }
}

/** A shelf of series, of books, or of both. @throws NotFound */
export async function shelfFeed(
  asked: FeedCall,
  name: ShelfName | ShelfOf,
  page: Page,
  choice: Choice = {},
): Promise<Feed> {
  const { addresses } = asked
  const shelf = await openShelf(asked, name)
  const [{ items, total }, facets] = await Promise.all([shelf.page(page, choice), facetsOf(asked, shelf, choice)])
  return {
    title: tree.titleOf(shelf),
    subtitle: shelf.summary ?? undefined,
    updatedAt: shelf.updatedAt,
    self: chosenAddress(addresses.shelf(name), choice),
    up: addresses.at(tree.parentOf(shelf)),
    paging: { ...page, total },
    navigation: items.flatMap(item => (item.kind === 'series' ? [seriesLink(item.series, addresses)] : [])),
    publications: publications(asked, items),
    facets,
  }
}

async function facetsOf(asked: FeedCall, shelf: Shelf, choice: Choice) {
  const titles = tree.CHOICE_TITLES
  const address = asked.addresses.shelf(shelf.name)
  return (await offersOf(asked, shelf, choice)).map(({ of, values }) => ({
    metadata: { title: titles[of] ?? of },
    links: values.map(({ value, title, count }) => {
      const isActive = choice[of] === value
      // An active facet links back to the unfiltered feed.
      const href = chosenAddress(address, { ...choice, [of]: isActive ? undefined : value })
      return navigation(title ?? titles[value] ?? value, href, {
        rel: isActive ? 'self' : 'http://opds-spec.org/facet',
        count,
      })
    }),
  }))
}

function chosenAddress(address: string, choice: Choice): string {
  const chosen = Object.entries(choice).flatMap(([of, value]) =>
    typeof value === 'string' ? [`${of}=${encodeURIComponent(value)}`] : [],
  )
  return chosen.length > 0 ? `${address}?${chosen.join('&')}` : address
}

function publications({ may, addresses }: FeedCall, items: readonly Item[]) {
  return items.flatMap(item => (item.kind === 'book' ? [publication(item.book, may, addresses)] : []))
}

function seriesLink(series: SeriesModel, addresses: Addresses): Navigation {
  const cover = addresses.cover('series', series.id, series.cover)
  return navigation(series.title, addresses.shelf({ of: 'series', id: series.id }), { count: series.bookCount, cover })
}

/** Libraries, which are few enough for one page. */
export async function librariesFeed(asked: FeedCall): Promise<Feed> {
  const libraries = await holders.libraries(asked)
  return holdersFeed(
    asked,
    'libraries',
    libraries.map(({ id, name, seriesCount: count }) =>
      navigation(name, asked.addresses.shelf({ of: 'library', id }), { count }),
    ),
  )
}

export async function curatedListsFeed(asked: FeedCall, of: 'collection' | 'read-list', page: Page): Promise<Feed> {
  const part = await holders.curatedListPage(asked, of, page)
  const links = part.items.map(({ id, name, count }) => navigation(name, asked.addresses.shelf({ of, id }), { count }))
  return holdersFeed(asked, of === 'collection' ? 'collections' : 'readlists', links, { page, part })
}

export async function presetsFeed(asked: FeedCall, page: Page): Promise<Feed> {
  const part = await holders.savedFilterPage(asked, page)
  const links = part.items.map(({ id, name }) => navigation(name, asked.addresses.shelf({ of: 'saved-filter', id })))
  return holdersFeed(asked, 'presets', links, { page, part })
}

export async function namesFeed(asked: FeedCall, of: holders.NameKind, page: Page): Promise<Feed> {
  const part = await holders.namePage(asked, of, page)
  const links = part.items.map(({ id, name, seriesCount: count }) =>
    navigation(name, asked.addresses.shelf({ of, id }), { count }),
  )
  return holdersFeed(asked, `names/${of}`, links, { page, part })
}

function holdersFeed(
  { addresses }: FeedCall,
  path: string,
  links: readonly Navigation[],
  paged?: { readonly page: Page; readonly part: Part<unknown> },
): Feed {
  return {
    title: tree.sectionAt(path).title,
    self: addresses.at(path),
    up: addresses.root,
    navigation: links,
    ...(paged && { paging: { ...paged.page, total: paged.part.total } }),
  }
}

/** The best of both, each as a group. */
export async function searchFeed(asked: FeedCall, words: string): Promise<Feed> {
  const { addresses, may } = asked
  const { series, books } = await find(asked, words, MOST_FOUND)
  const groups: Group[] = []
  if (series.length > 0) {
    const links = series.map(each => seriesLink(each, addresses))
    groups.push({ metadata: { title: 'Series', numberOfItems: series.length }, navigation: links })
  }
  if (books.length > 0) {
    const found = books.map(book => publication(book, may, addresses))
    groups.push({ metadata: { title: 'Books', numberOfItems: books.length }, publications: found })
  }
  return { title: `Search: ${words}`, self: addresses.found(words), up: addresses.root, groups }
}
