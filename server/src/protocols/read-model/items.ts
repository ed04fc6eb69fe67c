import { BOOK_ROW, type BookRow, findBook } from '../../features/catalogue/books'
import { NO_NAMES, namesOf } from '../../features/catalogue/facets'
import { metadataOfBooks } from '../../features/catalogue/metadata'
import { findSeries, SERIES_ROW, type SeriesRow } from '../../features/catalogue/series'
import { type list, type RowShape, rowsByKeys, selectPage } from '../../features/lists/engine'
import type { Asked, Page, Part } from './asked'
import { type BookModel, bookModel } from './book-model'
import { type SeriesModel, seriesModel } from './series-model'

/** A list of the engine; `entity` for members of a list that somebody has made. */
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

/** @throws NotFound, the same for a missing and a hidden one */
export async function oneBook(asked: Asked, id: string): Promise<BookModel> {
  const row = await findBook(asked.reader, asked.viewer, BOOK_ROW, id)
  const [model] = await bookModels(asked, [row])
  return model ?? bookModel(row, null)
}

/** @throws NotFound, the same for a missing and a hidden one */
export async function oneSeries(asked: Asked, id: string): Promise<SeriesModel> {
  const row = await findSeries(asked.reader, asked.viewer, id)
  const [model] = await seriesModels(asked, [row])
  return model ?? seriesModel(row, NO_NAMES)
}

/** Books by their keys, in the order given; those that the viewer may not see are left out. */
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

async function seriesModels({ reader }: Asked, rows: readonly SeriesRow[]): Promise<SeriesModel[]> {
  const pks = rows.map(({ pk }) => pk)
  const names = await namesOf(reader, 'series', pks)
  return rows.map(row => seriesModel(row, names.get(row.pk) ?? NO_NAMES))
}
