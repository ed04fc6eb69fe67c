import {
  BOOK_ROW,
  BOOK_SHELVES,
  BOOKS,
  type BookRow,
  findBook,
  adjacentBooks as selectAdjacent,
} from '../../features/catalogue/books'
import { facetPages, NO_NAMES } from '../../features/catalogue/facets'
import { metadataOfBooks } from '../../features/catalogue/metadata'
import { findSeries, SERIES, SERIES_ROW, type SeriesRow } from '../../features/catalogue/series'
import { type list, parseList, type RowShape, rowsByKeys, selectPage, summaries } from '../../features/lists/engine'
import { curatedLists } from '../../features/reading/curated-lists'
import type { Asked, Page, Part } from './asked'
import { type BookModel, bookModel } from './book-model'
import { type SeriesModel, seriesModel } from './series-model'

/** A list of the engine; `entity` for members of a list made by somebody. */
export type ListOf = list.ListRequest & { readonly entity?: list.Entity | undefined }

/** A page of a list of books. */
export async function bookPage(asked: Asked, { entity, ...request }: ListOf, page: Page): Promise<Part<BookModel>> {
  const shape: RowShape<BookRow> = entity ? { ...BOOK_ROW, entity } : BOOK_ROW
  const { rows, total } = await selectPage(asked.reader, asked.viewer, shape, { ...request, ...page })
  return { items: await bookModels(asked, rows), total }
}

/** A page of a list of series. */
export async function seriesPage(asked: Asked, { entity, ...request }: ListOf, page: Page): Promise<Part<SeriesModel>> {
  const shape: RowShape<SeriesRow> = entity ? { ...SERIES_ROW, entity } : SERIES_ROW
  const { rows, total } = await selectPage(asked.reader, asked.viewer, shape, { ...request, ...page })
  return { items: await seriesModels(asked, rows), total }
}

/** @throws NotFound for a missing or hidden one */
export async function oneBook(asked: Asked, id: string): Promise<BookModel> {
  const row = await findBook(asked.reader, asked.viewer, BOOK_ROW, id)
  const [model] = await bookModels(asked, [row])
  return model ?? bookModel(row, null)
}

/** @throws NotFound for a missing or hidden one */
export async function oneSeries(asked: Asked, id: string): Promise<SeriesModel> {
  const row = await findSeries(asked.reader, asked.viewer, id)
  const [model] = await seriesModels(asked, [row])
  return model ?? seriesModel(row, NO_NAMES)
}

/** A list requested by another app, in our own conditions and sorts. */
export interface AskedList {
  readonly condition: object | null
  readonly text: string | null
  readonly sort?: string | null
  /** The collection or reading list whose members are requested. */
  readonly listId?: string | undefined
  /** The id of the series that books are in. */
  readonly series?: string | undefined
  readonly shelf?: 'on deck' | undefined
}

/** @throws NotFound for a hidden collection; BadRequest for an unsupported condition */
export async function seriesList(asked: Asked, list: AskedList, page: Page): Promise<Part<SeriesModel>> {
  return seriesPage(asked, await listOf(asked, 'series', list), page)
}

/** The same for books and reading lists. */
export async function bookList(asked: Asked, list: AskedList, page: Page): Promise<Part<BookModel>> {
  return bookPage(asked, await listOf(asked, 'books', list), page)
}

/** Number of series of a list by first letter. */
export async function seriesGroups(asked: Asked, list: AskedList) {
  const { entity = SERIES, ...request } = await listOf(asked, 'series', list)
  return summaries.selectGroups(await summaries.wholeList(asked.reader, asked.viewer, entity, request))
}

/** Maximum number of listed values of one field. */
const MOST_VALUES = 5_000

/** The values of a field in a list: genres, people, years. */
export async function valuesOf(
  asked: Asked,
  of: 'series' | 'books',
  list: AskedList,
  { field, contains }: { readonly field: string; readonly contains?: string | undefined },
): Promise<string[]> {
  const { entity = of === 'series' ? SERIES : BOOKS, ...request } = await listOf(asked, of, list)
  const whole = await summaries.wholeList(asked.reader, asked.viewer, entity, request)
  const found = await summaries.selectValues(whole, { field, contains, limit: MOST_VALUES })
  return found.map(({ value }) => String(value))
}

async function listOf({ reader, viewer }: Asked, of: 'series' | 'books', list: AskedList): Promise<ListOf> {
  const { condition, text, sort, listId, series, shelf } = list
  if (listId !== undefined) {
    const kind = of === 'series' ? curatedLists.COLLECTION : curatedLists.READ_LIST
    const row = await curatedLists.findList(reader, viewer, kind, listId)
    const input = curatedLists.membersInput(kind, row, { condition, text, sort: sort ?? null })
    return { ...parseList(kind.entity, input, viewer), entity: kind.entity }
  }
  if (of === 'series') return parseList(SERIES, { condition, text, sort: sort ?? null }, viewer)
  const own = shelf === 'on deck' ? { subset: BOOK_SHELVES.onDeck.subset, defaultSort: BOOK_SHELVES.onDeck.sort } : {}
  return parseList(BOOKS, { condition, text, sort: sort ?? null, scope: { series }, ...own }, viewer)
}

/** The books before and after one in its series; null at the ends. */
export async function adjacentBooks(
  asked: Asked,
  id: string,
): Promise<{ readonly previous: BookModel | null; readonly next: BookModel | null }> {
  const { previous, next } = await selectAdjacent(asked.reader, asked.viewer, id)
  const models = await booksByKeys(
    asked,
    [previous, next].flatMap(row => row?.pk ?? []),
  )
  const of = (row: { readonly pk: number } | null) => models.find(({ pk }) => pk === row?.pk) ?? null
  return { previous: of(previous), next: of(next) }
}

/** Books by key, in the given order; hidden ones are left out. */
export async function booksByKeys(asked: Asked, pks: readonly number[]): Promise<BookModel[]> {
  return bookModels(asked, await rowsByKeys(asked.reader, asked.viewer, BOOK_ROW, pks))
}

/** The same for series. */
export async function seriesByKeys(asked: Asked, pks: readonly number[]): Promise<SeriesModel[]> {
  return seriesModels(asked, await rowsByKeys(asked.reader, asked.viewer, SERIES_ROW, pks))
}

async function bookModels({ reader, viewer }: Asked, rows: readonly BookRow[]): Promise<BookModel[]> {
  const pks = rows.map(({ pk }) => pk)
  const metadata = await metadataOfBooks(reader, viewer, pks)
  return rows.map(row => bookModel(row, metadata.get(row.pk) ?? null))
}

async function seriesModels({ reader, viewer }: Asked, rows: readonly SeriesRow[]): Promise<SeriesModel[]> {
  const pks = rows.map(({ pk }) => pk)
  const names = await facetPages.shownNamesOf(reader, viewer, 'series', pks)
  return rows.map(row => seriesModel(row, names.get(row.pk) ?? NO_NAMES))
}
