import {
  type Asked,
  type Choice,
  find,
  holders,
  offersOf,
  openShelf,
  type Page,
  type Part,
  type Shelf,
  type ShelfName,
  type ShelfOf,
  tree,
} from '../read-model'
import type { Addresses } from './addresses'
import { bookEntry } from './book-entry'
import type { Entry, Facet, Feed, FeedKind } from './feed'
import { counted, holderEntry, navigationEntry, seriesEntry } from './navigation-entry'

/** Context of a feed. */
export interface FeedCall extends Asked {
  readonly addresses: Addresses
  /** Whether the viewer may read single pages. */
  readonly streaming: boolean
  /** The server's name, shown by reading apps as the name of the catalogue. */
  readonly serverName: string
}

/** Number of series and of books in a search result. */
const MOST_FOUND = 20

const kindOf = (holds: 'books' | 'series' | 'both' | 'navigation'): FeedKind =>
  holds === 'books' || holds === 'both' ? 'acquisition' : 'navigation'

export async function catalogFeed(asked: FeedCall): Promise<Feed> {
  const { viewer, addresses, serverName } = asked
  const libraries = await holders.libraries(asked)
  const updatedAt = Math.max(0, ...libraries.map(library => library.updatedAt))
  return {
    kind: 'navigation',
    id: 'octavo-root',
    title: serverName,
    subtitle: 'Comics, manga and ebooks of this library',
    updatedAt,
    self: addresses.catalog,
    entries: tree
      .sectionsFor(viewer)
      .map(({ id, title, about: content, path, leadsTo, rel }) =>
        navigationEntry({ id, title, content, updatedAt, href: addresses.at(path), kind: kindOf(leadsTo), rel }),
      ),
  }
}

/** A shelf of series, of books, or of both. @throws NotFound */
export async function shelfFeed(
  asked: FeedCall,
  name: ShelfName | ShelfOf,
  page: Page,
  choice: Choice = {},
): Promise<Feed> {
  const { addresses, streaming } = asked
  const shelf = await openShelf(asked, name)
  const [part, facets] = await Promise.all([shelf.page(page, choice), facetsOf(asked, shelf, choice)])
  return {
    kind: kindOf(shelf.holds),
    id: tree.idOf(name),
    title: tree.titleOf(shelf),
    ...(shelf.summary && { subtitle: shelf.summary }),
    updatedAt: shelf.updatedAt,
    self: chosenAddress(addresses.shelf(name), choice),
    up: { href: addresses.at(tree.parentOf(shelf)), kind: 'navigation' },
    paging: { ...page, total: part.total },
    entries: part.items.map(item =>
      item.kind === 'book' ? bookEntry(item.book, streaming, addresses) : seriesEntry(item.series, addresses),
    ),
    facets,
  }
}

async function facetsOf(asked: FeedCall, shelf: Shelf, choice: Choice): Promise<Facet[]> {
  const titles = tree.CHOICE_TITLES
  const address = asked.addresses.shelf(shelf.name)
  return (await offersOf(asked, shelf, choice)).flatMap(({ of, values }) =>
    values.map(({ value, title, count }) => {
      const isActive = choice[of] === value
      // An active facet links back to the unfiltered feed.
      const href = chosenAddress(address, { ...choice, [of]: isActive ? undefined : value })
      return { group: titles[of] ?? of, title: title ?? titles[value] ?? value, href, isActive, count }
    }),
  )
}

function chosenAddress(address: string, choice: Choice): string {
  const chosen = Object.entries(choice).flatMap(([of, value]) =>
    typeof value === 'string' ? [`${of}=${encodeURIComponent(value)}`] : [],
  )
  return chosen.length > 0 ? `${address}?${chosen.join('&')}` : address
}

/** Libraries, which are few enough for one page. */
export async function librariesFeed(asked: FeedCall): Promise<Feed> {
  const libraries = await holders.libraries(asked)
  const entries = libraries.map(library =>
    holderEntry('library', library, counted(library.seriesCount, 'series', 'series'), 'navigation', asked.addresses),
  )
  return holdersFeed(asked, 'libraries', { entries })
}

export async function curatedListsFeed(asked: FeedCall, of: 'collection' | 'read-list', page: Page): Promise<Feed> {
  const part = await holders.curatedListPage(asked, of, page)
  const [kind, one, many] =
    of === 'collection' ? (['navigation', 'series', 'series'] as const) : (['acquisition', 'book', 'books'] as const)
  const entries = part.items.map(list => {
    const count = list.count === null ? 'Filled by a filter' : counted(list.count, one, many)
    return holderEntry(of, list, list.summary ?? count, kind, asked.addresses)
  })
  return holdersFeed(asked, of === 'collection' ? 'collections' : 'readlists', { entries, page, part })
}

export async function presetsFeed(asked: FeedCall, page: Page): Promise<Feed> {
  const part = await holders.savedFilterPage(asked, page)
  const entries = part.items.map(filter =>
    holderEntry('saved-filter', filter, `A saved filter of ${filter.finds}`, kindOf(filter.finds), asked.addresses),
  )
  return holdersFeed(asked, 'presets', { entries, page, part })
}

export async function namesFeed(asked: FeedCall, of: holders.NameKind, page: Page): Promise<Feed> {
  const part = await holders.namePage(asked, of, page)
  const entries = part.items.map(name =>
    holderEntry(of, name, counted(name.seriesCount, 'series', 'series'), 'navigation', asked.addresses),
  )
  return holdersFeed(asked, `names/${of}`, { entries, page, part })
}

interface Held {
  readonly entries: readonly Entry[]
  readonly page?: Page
  readonly part?: Part<unknown>
}

function holdersFeed({ addresses }: FeedCall, path: string, { entries, page, part }: Held): Feed {
  const { id, title } = tree.sectionAt(path)
  return {
    ...{ kind: 'navigation', id, title, updatedAt: 0, entries, self: addresses.at(path) },
    up: { href: addresses.catalog, kind: 'navigation' },
    ...(page && part && { paging: { ...page, total: part.total } }),
  }
}

/** The best of both: series first, then books. */
export async function searchFeed(asked: FeedCall, words: string): Promise<Feed> {
  const { addresses, streaming } = asked
  const { series, books } = await find(asked, words, MOST_FOUND)
  return {
    kind: 'acquisition',
    id: `octavo-search-${Bun.hash(words).toString(36)}`,
    title: `Search: ${words}`,
    updatedAt: 0,
    self: addresses.search(words),
    up: { href: addresses.catalog, kind: 'navigation' },
    entries: [
      ...series.map(each => seriesEntry(each, addresses)),
      ...books.map(book => bookEntry(book, streaming, addresses)),
    ],
  }
}
