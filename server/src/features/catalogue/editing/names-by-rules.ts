import type { Reader } from '../../../db'
import type { ParserPool } from '../../../workers/pool.types'
import { bookStore } from '../books'
import { type BookNames, libraryNamer } from '../naming'
import { booksToName, firstBooksOf } from './book-edits.queries'
import { insideOf } from './inside-names'

/**
 * Dependencies of naming. User-defined patterns run in a parser process, so names are computed before the transaction
 * that writes them.
 */
export interface NamingDeps {
  readonly reader: Reader
  readonly pool: Pick<ParserPool, 'names'>
}

/** The names of a book by its library's rules. */
export interface RuledBook {
  readonly pk: number
  readonly seriesPk: number
  readonly names: BookNames
}

/** Names of books by their libraries' rules, if an edit needs them, by key: computed before the transaction. */
export async function booksByRules(
  { reader, pool }: NamingDeps,
  pks: readonly number[],
  edit: NamingEdit,
): Promise<ReadonlyMap<number, RuledBook>> {
  if (pks.length === 0 || !needsRules(edit)) return new Map()
  const ruled = new Map<number, RuledBook>()
  const books = await booksToName(reader, pks)
  const editions = await bookStore.withOtherEditions(
    reader,
    books.map(({ book_pk: pk, folder_pk, series_pk, path }) => ({ pk, folder_pk, series_pk, path })),
  )
  for (const rows of byLibrary(books)) {
    const namer = libraryNamer(pool, rows[0] ?? null)
    const inside = rows.map(row => insideOf(row))
    const places = await namer.place(rows.map(({ path }, at) => ({ path, inside: inside[at] ?? null })))
    const named = await namer.book(
      rows.map(({ book_pk, path, file_name: fileName, series_books: seriesBooks, series_title: title }, at) => ({
        file: { path, fileName, inside: inside[at] ?? null, seriesBooks, hasOtherEdition: editions.has(book_pk) },
        place: { ...places[at], title },
      })),
    )
    for (const [at, { book_pk: pk, series_pk: seriesPk, book_number }] of rows.entries()) {
      const names = named[at]
      if (names) ruled.set(pk, { pk, seriesPk, names: { ...names, number: names.number ?? book_number } })
    }
  }
  return ruled
}

/** Titles of series by their libraries' rules, from their first books, if an edit needs them, by key. */
export async function seriesByRules(
  { reader, pool }: NamingDeps,
  pks: readonly number[],
  edit: NamingEdit,
): Promise<ReadonlyMap<number, string>> {
  if (pks.length === 0 || !needsRules(edit)) return new Map()
  const titles = new Map<number, string>()
  const first = await firstBooksOf(reader, pks)
  if (first.length === 0) return titles
  for (const rows of byLibrary(await booksToName(reader, first))) {
    const places = await libraryNamer(pool, rows[0] ?? null).place(
      rows.map(row => ({ path: row.path, inside: insideOf(row) })),
    )
    for (const [at, { series_pk: pk }] of rows.entries()) {
      const place = places[at]
      if (place) titles.set(pk, place.title)
    }
  }
  return titles
}

type BookToName = Awaited<ReturnType<typeof booksToName>>[number]

function byLibrary(rows: readonly BookToName[]): Iterable<readonly BookToName[]> {
  return Map.groupBy(rows, row => row.pk).values()
}

/** The parts of an edit that decide whether names by rules are needed. */
export interface NamingEdit {
  readonly title?: string | null | undefined
  readonly locks?: Readonly<Record<string, boolean | null | undefined>> | undefined
}

const NAME_LOCKS = ['title', 'titleLock', 'volumeLock', 'chapterLock']

/** Whether names by rules may be needed: the title is cleared, or the lock of a name removed. */
function needsRules({ title, locks = {} }: NamingEdit): boolean {
  return title === null || title === '' || NAME_LOCKS.some(name => locks[name] === false)
}
