import type { NamingPreview } from '@octavo/contract/naming'
import type { Reader } from '../../../db'
import { sortNaturally } from '../../../formats'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { ParserPool } from '../../../workers/pool.types'
import { findLibrary } from '../../catalogue/libraries'
import { changedChoice, choiceOfRow, type NamingChange, requestNamer } from '../../catalogue/naming'
import { isPartial } from '../../people/access'
import { booksToName, seriesToName } from './naming-state.queries'
import { type PlannedBook, planNaming } from './plan-naming.rules'

type Row = NamingPreview['data'][number]

/**
 * A preview of other rules for a library's books; writes nothing. Books are in the natural order of their paths;
 * `onlyChanged` leaves unchanged ones out.
 * @throws NotFound, BadRequest naming the invalid member, or the one whose patterns take too long
 */
export async function previewNaming(
  { reader, pool }: { readonly reader: Reader; readonly pool: Pick<ParserPool, 'names'> },
  viewer: Viewer,
  libraryId: string,
  change: NamingChange,
  { page, pageSize, onlyChanged }: { page: number; pageSize: number; onlyChanged: boolean },
): Promise<{ rows: Row[]; total: number; summary: NamingPreview['summary'] }> {
  const library = await findLibrary(reader, viewer, libraryId)
  // It would reveal the rest of the library.
  if (isPartial(viewer)) throw notFound('Library')
  const namer = requestNamer(pool, changedChoice(choiceOfRow(library), change))
  const books = await booksToName(reader, library)
  const series = await seriesToName(reader, library.pk)
  const titles = new Map(series.map(({ pk, title }) => [pk, title]))
  const plan = await planNaming(books, series, namer)
  const named = plan
    .flatMap(one => one.books.map(({ book, names }) => ({ book, names, title: one.place.title, seriesPk: one.pk })))
    .filter(({ book }) => !book.deleted)
    .map(({ book, names, title, seriesPk }) =>
      rowOf(book, titles.get(book.seriesPk) ?? '', { ...names, series: title }, seriesPk !== book.seriesPk),
    )
  // Equal paths keep the order of their folders.
  const rows = sortNaturally(
    sortNaturally(named, row => row.folder),
    row => row.path,
  )
  const changed = rows.filter(row => row.changed)
  const shown = onlyChanged ? changed : rows
  return {
    rows: shown.slice((page - 1) * pageSize, page * pageSize),
    total: shown.length,
    summary: {
      books: rows.length,
      changedBooks: changed.length,
      seriesBefore: new Set(books.filter(book => !book.deleted).map(book => book.seriesPk)).size,
      seriesAfter: plan.filter(one => one.books.some(({ book }) => !book.deleted)).length,
    },
  }
}

function rowOf(book: PlannedBook, series: string, after: Row['after'], movesSeries: boolean): Row {
  const { title, volume, chapter, number } = book
  const before = { series, title, volume, chapter, number }
  const planned = {
    series: after.series,
    title: after.title,
    volume: after.volume,
    chapter: after.chapter,
    number: after.number,
  }
  return {
    bookId: book.id,
    folder: book.folder,
    path: book.path,
    before,
    after: planned,
    changed: movesSeries || JSON.stringify(before) !== JSON.stringify(planned),
  }
}
