import type { Reader } from '../../../db'
import type { ParserPool } from '../../../workers/pool.types'
import { type BookNames, libraryNamer } from '../naming'
import { bookToName, firstBookOf } from './book-edits.queries'
import { insideOf } from './inside-names'

/** What names are made with. Patterns of people run in a parser process, so names are made before the transaction that writes them. */
export interface NamingDeps {
  readonly reader: Reader
  readonly pool: Pick<ParserPool, 'names'>
}

/** What the rules of its library make of a book. */
export interface RuledBook {
  readonly pk: number
  readonly seriesPk: number
  readonly names: BookNames
}

/** What the rules of its library make of a book, if an edit needs it: by its key, for the transaction. */
export async function bookByRules(
  { reader, pool }: NamingDeps,
  pk: number,
  edit: NamingEdit,
): Promise<ReadonlyMap<number, RuledBook>> {
  const row = needsRules(edit) && (await bookToName(reader, pk))
  if (!row) return new Map()
  const namer = libraryNamer(pool, row)
  const inside = insideOf(row)
  const { path, file_name: fileName, series_books: seriesBooks } = row
  const [place] = await namer.place([{ path, inside }])
  const file = { path, fileName, inside, seriesBooks }
  const [names] = await namer.book([{ file, place: { ...place, title: row.series_title } }])
  if (!names) return new Map()
  return new Map([[pk, { pk, seriesPk: row.series_pk, names: { ...names, number: names.number ?? row.book_number } }]])
}

/** The same for many. */
export async function booksByRules(
  deps: NamingDeps,
  pks: readonly number[],
  edit: NamingEdit,
): Promise<ReadonlyMap<number, RuledBook>> {
  return joined(pks, pk => bookByRules(deps, pk, edit))
}

/** The same for many series. */
export async function manySeriesByRules(
  deps: NamingDeps,
  pks: readonly number[],
  edit: NamingEdit,
): Promise<ReadonlyMap<number, string>> {
  return joined(pks, pk => seriesByRules(deps, pk, edit))
}

async function joined<Value>(
  pks: readonly number[],
  of: (pk: number) => Promise<ReadonlyMap<number, Value>>,
): Promise<ReadonlyMap<number, Value>> {
  const maps = await Promise.all(pks.map(of))
  return new Map(maps.flatMap(map => [...map]))
}

/** The title that the rules of its library make of a series' first book, if an edit needs it: by its key. */
export async function seriesByRules(
  { reader, pool }: NamingDeps,
  pk: number,
  edit: NamingEdit,
): Promise<ReadonlyMap<number, string>> {
  const first = needsRules(edit) && (await firstBookOf(reader, pk))
  const row = first && (await bookToName(reader, first.pk))
  if (!row) return new Map()
  const [place] = await libraryNamer(pool, row).place([{ path: row.path, inside: insideOf(row) }])
  return new Map(place && [[pk, place.title]])
}

/** What of an edit decides whether rules have to say names. */
export interface NamingEdit {
  readonly title?: string | null | undefined
  readonly locks?: Readonly<Record<string, boolean | null | undefined>> | undefined
}

const NAME_LOCKS = ['title', 'titleLock', 'volumeLock', 'chapterLock']

/** Whether rules may have to say names: the title is cleared, or the lock of a name lifted. */
function needsRules({ title, locks = {} }: NamingEdit): boolean {
  return title === null || title === '' || NAME_LOCKS.some(name => locks[name] === false)
}
