import { sortNaturally } from '../../../formats/natural-order'
import { bookStore } from '../../catalogue/books'
import { type BookNames, type InsideNames, type Namer, type SeriesPlace, stemOf } from '../../catalogue/naming'

/** A book as it is, with what naming asks. */
export interface PlannedBook {
  readonly pk: number
  readonly id: string
  readonly seriesPk: number
  /** The folder of the library that it lies in. */
  readonly folder: string
  /** Below that. */
  readonly path: string
  readonly fileName: string
  readonly deleted: boolean
  readonly inside: InsideNames | null
  readonly title: string
  readonly volume: number | null
  readonly chapter: number | null
  readonly number: number | null
  /** Of these a person may have locked some: they stay. */
  readonly locks?: number
}

export interface PlannedSeries {
  readonly pk: number
  readonly path: string
  readonly title: string
  /** A person has set the title: it stays. */
  readonly title_locked?: boolean
}

/** One series as it will be: the row it keeps, and its books in the order of their files. */
export interface SeriesPlan {
  readonly place: SeriesPlace
  /** Null makes a new series. */
  readonly pk: number | null
  readonly books: readonly { readonly book: PlannedBook; readonly names: BookNames }[]
}

/**
 * What new rules make of the books of a library. Each series keeps the row from which most of its books come, so that
 * what readers and editors tied to a series follows it; a row that no series keeps is left without books.
 */
export async function planNaming(
  books: readonly PlannedBook[],
  series: readonly PlannedSeries[],
  namer: Namer,
): Promise<SeriesPlan[]> {
  const places = await namer.place(books)
  const placed = books.map((book, index) => ({ book, place: places[index] as SeriesPlace }))
  const groups = [...Map.groupBy(placed, ({ place }) => place.path).values()]
  const rows = reusedRows(
    groups.map(group => ({ path: group[0]?.place.path ?? '', books: group.map(({ book }) => book) })),
    series,
  )
  const lockedTitles = new Map(series.filter(one => one.title_locked).map(({ pk, title }) => [pk, title]))
  const plans = groups.flatMap((group, index) => {
    const [first] = group
    if (!first) return []
    const title = lockedTitles.get(rows[index] ?? NO_ROW) ?? first.place.title
    const live = group.filter(({ book }) => !book.deleted)
    const order = new Map(sortNaturally(live, ({ book }) => stemOf(book.fileName)).map((one, at) => [one.book, at + 1]))
    return {
      place: { ...first.place, title },
      pk: rows[index] ?? null,
      books: group.map(({ book, place }) => {
        const { path, fileName, inside } = book
        const file = { path, fileName, inside, seriesBooks: live.length }
        const { volume, chapter } = place
        return { book, at: order.get(book) ?? null, question: { file, place: { title, volume, chapter } } }
      }),
    }
  })
  const names = (await namer.book(plans.flatMap(plan => plan.books.map(({ question }) => question)))).values()
  return plans.map(plan => ({
    ...plan,
    books: plan.books.map(({ book, at }) => {
      const named = names.next().value as BookNames
      const number = named.number ?? (namer.isPositional ? at : null)
      return { book, names: bookStore.withLockedNames({ ...named, number }, { ...book, locks: book.locks ?? 0 }) }
    }),
  }))
}

const NO_ROW = -1

interface Group {
  readonly path: string
  readonly books: readonly PlannedBook[]
}

/** The row of each group, by the number of books that come from it; then by its place. */
function reusedRows(groups: readonly Group[], series: readonly PlannedSeries[]): (number | null)[] {
  const pathOf = new Map(series.map(({ pk, path }) => [pk, path]))
  const claims = groups.flatMap(({ path, books }, index) =>
    [...Map.groupBy(books, book => book.seriesPk)].map(([pk, own]) => {
      return { index, pk, books: own.length, sameFolder: pathOf.get(pk) === path }
    }),
  )
  claims.sort((a, b) => b.books - a.books || Number(b.sameFolder) - Number(a.sameFolder) || a.pk - b.pk)
  const chosen: (number | null)[] = groups.map(() => null)
  const taken = new Set<number>()
  for (const { index, pk } of claims) {
    if (chosen[index] !== null || taken.has(pk)) continue
    chosen[index] = pk
    taken.add(pk)
  }
  const byPath = new Map(series.map(({ pk, path }) => [path, pk]))
  return chosen.map((pk, index) => {
    const there = byPath.get(groups[index]?.path ?? '')
    if (pk !== null || there === undefined || taken.has(there)) return pk
    taken.add(there)
    return there
  })
}
