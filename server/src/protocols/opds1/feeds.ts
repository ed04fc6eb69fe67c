import { BOOK_ROW, BOOK_SHELVES, type BookRow } from '../../features/catalogue/books'
import type { CoverDeps } from '../../features/catalogue/covers'
import { allLibraries, findLibrary } from '../../features/catalogue/libraries'
import { metadataOfBooks } from '../../features/catalogue/metadata'
import { findSeries, SERIES_ROW } from '../../features/catalogue/series'
import { selectPage } from '../../features/lists/engine'
import { parseText } from '../../features/lists/words'
import type { Viewer } from '../../kernel/viewer'
import type { Addresses } from './addresses'
import { bookEntry } from './book-entry'
import type { Entry, Feed } from './feed'
import { libraryEntry, navigationEntry, seriesEntry } from './navigation-entry'

/** The caller and everything a feed needs. */
export interface FeedCall {
  readonly reader: CoverDeps['reader']
  readonly viewer: Viewer
  readonly addresses: Addresses
  /** Whether the viewer may read single pages. */
  readonly streaming: boolean
  /** What the server is called: what reading apps list the catalogue as. */
  readonly serverName: string
}

export interface Page {
  /** 1-based. */
  readonly page: number
  readonly pageSize: number
}

/** Series and books of a search's answer, each. */
const MOST_FOUND = 20
const BY_NAME = [{ field: 'name', direction: 'asc' }] as const
const BY_RELEVANCE = [{ field: 'relevance', direction: 'asc' }] as const
const BY_NUMBER = [{ field: 'number', direction: 'asc' }] as const

export async function catalogFeed({ reader, viewer, addresses, serverName }: FeedCall): Promise<Feed> {
  const libraries = await allLibraries(reader, viewer)
  const updatedAt = Math.max(0, ...libraries.map(library => library.updated_at))
  const entry = (id: string, title: string, content: string, href: string, rel?: string) =>
    navigationEntry({ id, title, content, updatedAt, href, kind: 'acquisition', ...(rel && { rel }) })
  return {
    kind: 'navigation',
    id: 'octavo-root',
    title: serverName,
    subtitle: 'Comics, manga and ebooks of this library',
    updatedAt,
    self: addresses.catalog,
    entries: [
      navigationEntry({
        id: 'octavo-libraries',
        title: 'All Libraries',
        content: 'Browse by library and series',
        updatedAt,
        href: addresses.libraries,
        kind: 'navigation',
      }),
      entry('octavo-keep-reading', 'Keep Reading', 'Books that you have begun', addresses.keepReading),
      entry('octavo-on-deck', 'On Deck', 'The next book of each series that you follow', addresses.onDeck),
      entry('octavo-recent', 'Recent Additions', 'The newest books', addresses.recent, 'http://opds-spec.org/sort/new'),
      navigationEntry({
        id: 'octavo-presets',
        title: 'Saved Filters',
        content: 'Lists that you or others have saved',
        updatedAt,
        href: addresses.presets,
        kind: 'navigation',
      }),
    ],
  }
}

export async function librariesFeed({ reader, viewer, addresses }: FeedCall): Promise<Feed> {
  const libraries = await allLibraries(reader, viewer)
  return {
    kind: 'navigation',
    id: 'octavo-libraries',
    title: 'All Libraries',
    updatedAt: 0,
    self: addresses.libraries,
    up: { href: addresses.catalog, kind: 'navigation' },
    entries: libraries.map(library => libraryEntry(library, addresses)),
  }
}

/** @throws NotFound */
export async function libraryFeed({ reader, viewer, addresses }: FeedCall, id: string, page: Page): Promise<Feed> {
  const library = await findLibrary(reader, viewer, id)
  const question = { scope: { library: library.pk }, sort: BY_NAME, ...page }
  const { rows, total } = await selectPage(reader, viewer, SERIES_ROW, question)
  return {
    kind: 'navigation',
    id: `library-${library.id}`,
    title: library.name,
    ...(library.description && { subtitle: library.description }),
    updatedAt: library.updated_at,
    self: addresses.library(library.id),
    up: { href: addresses.libraries, kind: 'navigation' },
    paging: { ...page, total },
    entries: rows.map(series => seriesEntry(series, addresses)),
  }
}

/** @throws NotFound */
export async function seriesFeed(asked: FeedCall, id: string, page: Page): Promise<Feed> {
  const { reader, viewer, addresses } = asked
  const series = await findSeries(reader, viewer, id)
  const question = { scope: { series: series.pk }, sort: BY_NUMBER, ...page }
  const { rows, total } = await selectPage(reader, viewer, BOOK_ROW, question)
  return {
    kind: 'acquisition',
    id: `series-${series.id}`,
    title: series.title,
    ...(series.summary && { subtitle: series.summary }),
    updatedAt: series.updated_at,
    self: addresses.series(series.id),
    up: { href: addresses.library(series.library_id), kind: 'navigation' },
    paging: { ...page, total },
    entries: await bookEntries(asked, rows),
  }
}

export async function recentFeed(asked: FeedCall, page: Page): Promise<Feed> {
  const found = await selectPage(asked.reader, asked.viewer, BOOK_ROW, { ...BOOK_SHELVES.recentlyAdded, ...page })
  return shelfFeed(asked, page, found, 'octavo-recent', 'Recent Additions', asked.addresses.recent)
}

export async function keepReadingFeed(asked: FeedCall, page: Page): Promise<Feed> {
  const found = await selectPage(asked.reader, asked.viewer, BOOK_ROW, { ...BOOK_SHELVES.inProgress, ...page })
  return shelfFeed(asked, page, found, 'octavo-keep-reading', 'Keep Reading', asked.addresses.keepReading)
}

export async function onDeckFeed(asked: FeedCall, page: Page): Promise<Feed> {
  const found = await selectPage(asked.reader, asked.viewer, BOOK_ROW, { ...BOOK_SHELVES.onDeck, ...page })
  return shelfFeed(asked, page, found, 'octavo-on-deck', 'On Deck', asked.addresses.onDeck)
}

async function shelfFeed(
  asked: FeedCall,
  page: Page,
  { rows, total }: { readonly rows: readonly BookRow[]; readonly total: number },
  id: string,
  title: string,
  self: string,
): Promise<Feed> {
  return {
    kind: 'acquisition',
    id,
    title,
    updatedAt: 0,
    self,
    up: { href: asked.addresses.catalog, kind: 'navigation' },
    paging: { ...page, total },
    entries: await bookEntries(asked, rows),
  }
}

/** The best of both: series first, then books. */
export async function searchFeed(asked: FeedCall, words: string): Promise<Feed> {
  const { reader, viewer, addresses } = asked
  const question = { text: parseText(words), page: 1, pageSize: MOST_FOUND, sort: BY_RELEVANCE }
  const [series, books] = await Promise.all([
    selectPage(reader, viewer, SERIES_ROW, question),
    viewer.permissions.has('books-read') ? selectPage(reader, viewer, BOOK_ROW, question) : { rows: [] },
  ])
  return {
    kind: 'acquisition',
    id: `octavo-search-${Bun.hash(words).toString(36)}`,
    title: `Search: ${words}`,
    updatedAt: 0,
    self: addresses.search(words),
    up: { href: addresses.catalog, kind: 'navigation' },
    entries: [...series.rows.map(row => seriesEntry(row, addresses)), ...(await bookEntries(asked, books.rows))],
  }
}

export async function bookEntries(
  { reader, viewer, streaming, addresses }: FeedCall,
  books: readonly BookRow[],
): Promise<Entry[]> {
  const metadata = await metadataOfBooks(
    reader,
    viewer,
    books.map(book => book.pk),
  )
  return books.map(book => bookEntry(book, { metadata: metadata.get(book.pk) ?? undefined, streaming }, addresses))
}
