import { BOOK_SHELVES, BOOKS } from '../../features/catalogue/books'
import { facetPages } from '../../features/catalogue/facets'
import { SERIES } from '../../features/catalogue/series'
import { findPreset, listOfPreset } from '../../features/finding/filter-presets'
import { parseList, summaries } from '../../features/lists/engine'
import { curatedLists } from '../../features/reading/curated-lists'
import { countQueue, queueOf } from '../../features/reading/want-to-read'
import { notFound } from '../../kernel/app-error'
import type { Asked, Named, Page, Part } from './asked'
import type { BookModel } from './book-model'
import { type Choice, choiceInput, type ListInput, type SortName } from './choices'
import { kindOf, mayAsk, type NameKind, oneLibrary } from './holders'
import { bookPage, booksByKeys, type ListOf, oneSeries, seriesByKeys, seriesPage } from './items'
import type { SeriesModel } from './series-model'

/** Shelves for everybody. */
export type ShelfName =
  | 'keep-reading'
  | 'on-deck'
  | 'new-books'
  | 'new-series'
  | 'updated-series'
  | 'all-series'
  | 'want-to-read'

/** Shelves of something with an id. */
export interface ShelfOf {
  readonly of: 'library' | 'series' | 'collection' | 'read-list' | 'saved-filter' | NameKind
  readonly id: string
}

export type Item =
  | { readonly kind: 'book'; readonly book: BookModel }
  | { readonly kind: 'series'; readonly series: SeriesModel }

/** A list of series or books that an app pages through. */
export interface Shelf {
  readonly name: ShelfName | ShelfOf
  /** Name of its subject; null for a shelf for everybody. */
  readonly title: string | null
  readonly summary: string | null
  readonly updatedAt: number
  readonly holds: 'books' | 'series' | 'both'
  /** The library or series that contains all of it. */
  readonly library: Named | null
  readonly series: SeriesModel | null
  /** Facets of the shelf. */
  readonly sorts: readonly SortName[]
  readonly narrows: readonly ('status' | 'library' | 'language')[]
  /** Whether it contains everything visible, in all libraries. */
  readonly holdsAll: boolean
  /** Languages to filter by, most frequent first, with their numbers. */
  readonly languages: (choice: Choice) => Promise<readonly LanguageCount[]>
  readonly page: (page: Page, choice?: Choice) => Promise<Part<Item>>
}

export interface LanguageCount {
  readonly value: string
  /** Null if it changes with every page that is read. */
  readonly count: number | null
}

const NARROWS = ['status', 'library', 'language'] as const
const IN_LIBRARY = ['status', 'language'] as const
const SORTS_OF_BOOKS = ['title', 'newest', 'released', 'read'] as const
const SORTS_OF_SERIES = ['title', 'newest', 'updated', 'released', 'read'] as const
const NOTHING = {
  ...{ title: null, summary: null, updatedAt: 0, library: null, series: null, sorts: [], narrows: [] },
  ...{ holdsAll: false, languages: async () => [] },
}

/** @throws NotFound for a hidden subject */
export async function openShelf(asked: Asked, name: ShelfName | ShelfOf): Promise<Shelf> {
  if (typeof name === 'string') return ownShelf(asked, name)
  switch (name.of) {
    case 'library': {
      const library = await oneLibrary(asked, name.id)
      const about = { title: library.name, summary: library.description, updatedAt: library.updatedAt }
      const list = parseList(SERIES, { scope: { library: library.pk } }, asked.viewer)
      return { ...NOTHING, ...about, name, library, narrows: IN_LIBRARY, ...seriesShelf(asked, list) }
    }
    case 'series': {
      const series = await oneSeries(asked, name.id)
      const about = { title: series.title, summary: series.summary, updatedAt: series.updatedAt }
      const list = parseList(BOOKS, { scope: { series: series.pk }, sort: 'number,asc' }, asked.viewer)
      const chosen = { ...bookShelf(asked, list), sorts: ['number', ...SORTS_OF_BOOKS] as const, narrows: IN_LIBRARY }
      return { ...NOTHING, ...about, name, library: series.library, series, ...chosen }
    }
    case 'collection':
    case 'read-list': {
      const kind = kindOf(name.of)
      const row = await curatedLists.findList(asked.reader, asked.viewer, kind, name.id)
      const { entity } = kind
      const list = { ...parseList(entity, curatedLists.membersInput(kind, row, {}), asked.viewer), entity }
      const about = { title: row.name, summary: row.summary || null, updatedAt: row.updated_at }
      const items = name.of === 'collection' ? seriesShelf(asked, list) : bookShelf(asked, list)
      return { ...NOTHING, ...about, name, narrows: NARROWS, ...items }
    }
    case 'saved-filter': {
      const preset = await findPreset(asked.reader, asked.viewer, name.id)
      if (!mayAsk(asked.viewer, preset)) throw notFound('Filter preset')
      const list = listOfPreset(preset, asked.viewer)
      const items = preset.target === 'books' ? bookShelf(asked, list) : seriesShelf(asked, list)
      const narrows = preset.library_id === null ? NARROWS : IN_LIBRARY
      return { ...NOTHING, title: preset.name, updatedAt: preset.updated_at, name, narrows, ...items }
    }
    default: {
      const facet = await facetPages.findFacet(asked.reader, name.of, name.id)
      const isSeen = facet && (await facetPages.isFacetSeen(asked.reader, asked.viewer, facet.pk))
      if (!facet || !isSeen) throw notFound('Name')
      const condition = { [name.of]: { operator: 'is', value: facet.name } }
      const about = { title: facet.name, summary: facet.description || null, updatedAt: facet.updated_at ?? 0 }
      return {
        ...NOTHING,
        ...about,
        name,
        narrows: NARROWS,
        ...seriesShelf(asked, parseList(SERIES, { condition }, asked.viewer)),
      }
    }
  }
}

function ownShelf(asked: Asked, name: ShelfName): Shelf {
  const series = (sort: string) => seriesShelf(asked, parseList(SERIES, { sort }, asked.viewer))
  // These have their own order, so no sort is offered.
  const inOrder = { sorts: [], narrows: ['library', 'language'] as const }
  switch (name) {
    case 'keep-reading':
      return { ...NOTHING, name, ...bookShelf(asked, BOOK_SHELVES.inProgress), ...inOrder }
    case 'on-deck':
      return { ...NOTHING, name, ...bookShelf(asked, BOOK_SHELVES.onDeck), ...inOrder }
    case 'new-books':
      return {
        ...{ ...NOTHING, name, holdsAll: true, ...bookShelf(asked, BOOK_SHELVES.recentlyAdded) },
        ...{ sorts: [], narrows: NARROWS },
      }
    case 'new-series':
      return { ...NOTHING, name, holdsAll: true, ...series('date_added,desc'), sorts: [], narrows: NARROWS }
    case 'updated-series':
      return { ...NOTHING, name, holdsAll: true, ...series('date_updated,desc'), sorts: [], narrows: NARROWS }
    case 'all-series':
      return { ...NOTHING, name, holdsAll: true, narrows: NARROWS, ...series('name,asc') }
    case 'want-to-read':
      return { ...NOTHING, name, holds: 'both', page: page => queuePage(asked, page) }
  }
}

function bookShelf(asked: Asked, list: ListOf) {
  const page = async (page: Page, choice: Choice = {}): Promise<Part<Item>> => {
    const { items, total } = await bookPage(asked, chosen(asked, list, choiceInput('books', choice), BOOKS), page)
    return { items: items.map(book => ({ kind: 'book', book })), total }
  }
  const languages = (choice: Choice) => languagesOf(asked, list, 'books', choice)
  return { holds: 'books', sorts: SORTS_OF_BOOKS, page, languages } as const
}

function seriesShelf(asked: Asked, list: ListOf) {
  const page = async (page: Page, choice: Choice = {}): Promise<Part<Item>> => {
    const { items, total } = await seriesPage(asked, chosen(asked, list, choiceInput('series', choice), SERIES), page)
    return { items: items.map(series => ({ kind: 'series', series })), total }
  }
  const languages = (choice: Choice) => languagesOf(asked, list, 'series', choice)
  return { holds: 'series', sorts: SORTS_OF_SERIES, page, languages } as const
}

/** Maximum number of languages: an app shows facets as a menu. */
const MOST_LANGUAGES = 30

/** Counted once per revision of the catalogue; shelves that depend on progress offer all languages, uncounted. */
async function languagesOf(
  asked: Asked,
  list: ListOf,
  holds: 'books' | 'series',
  { library, status }: Choice,
): Promise<readonly LanguageCount[]> {
  const { reader, viewer } = asked
  const ofAll = async () =>
    (await facetPages.mostUsedNames(reader, viewer, 'language', MOST_LANGUAGES)).map(value => ({ value, count: null }))
  const asksReader = list.subset !== undefined || list.condition?.kind !== undefined
  if (status !== undefined || asksReader) return ofAll()
  const entity = holds === 'books' ? BOOKS : SERIES
  const { entity: own = entity, ...request } = chosen(asked, list, choiceInput(holds, { library }), entity)
  const whole = await summaries.wholeList(reader, viewer, own, request)
  return summaries.cachedValues(whole, { field: 'language', limit: MOST_LANGUAGES })
}

/** A list filtered and sorted by the reader's choices. */
function chosen({ viewer }: Asked, list: ListOf, input: ListInput, entity: typeof BOOKS): ListOf {
  const choice = parseList(entity, input, viewer)
  const both = [list.condition, choice.condition].filter(each => each !== null && each !== undefined)
  const [only] = both
  return {
    ...list,
    // A list of one library stays within it.
    scope: {
      ...choice.scope,
      ...Object.fromEntries(Object.entries(list.scope ?? {}).filter(([, key]) => key !== undefined)),
    },
    condition: both.length > 1 ? { kind: 'all', of: both } : (only ?? null),
    ...(input.sort && { sort: choice.sort }),
  }
}

async function queuePage(asked: Asked, { page, pageSize }: Page): Promise<Part<Item>> {
  const { reader, viewer } = asked
  const [rows, total] = await Promise.all([
    queueOf(reader, viewer, 'custom', { limit: pageSize, offset: Math.min((page - 1) * pageSize, MOST_SKIPPED) }),
    countQueue(reader, viewer),
  ])
  const [series, books] = await Promise.all([
    seriesByKeys(
      asked,
      rows.flatMap(row => row.series_pk ?? []),
    ),
    booksByKeys(
      asked,
      rows.flatMap(row => row.book_pk ?? []),
    ),
  ])
  const seriesOf = new Map(series.map(each => [each.pk, each]))
  const bookOf = new Map(books.map(each => [each.pk, each]))
  const items = rows.flatMap((row): Item[] => {
    const wanted = seriesOf.get(row.series_pk ?? 0)
    if (wanted) return [{ kind: 'series', series: wanted }]
    const book = bookOf.get(row.book_pk ?? 0)
    return book ? [{ kind: 'book', book }] : []
  })
  return { items, total }
}

/** No queue is longer: databases reject a too large offset. */
const MOST_SKIPPED = 1_000_000_000
