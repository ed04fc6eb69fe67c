import { sortNaturally } from '../../../formats/natural-order'
import { editionsAmong } from '../../../naming/editions.rules'
import { positionsOf } from '../../../naming/naming'
import { bookStore } from '../../catalogue/books'
import { type BookNames, type InsideNames, type Namer, type SeriesPlace, stemOf } from '../../catalogue/naming'

/** A book's current state, for naming. */
export interface PlannedBook {
  readonly pk: number
  readonly id: string
  readonly seriesPk: number
  /** Its library folder. */
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
  /** A person may have locked some of these: they stay. */
  readonly locks?: number
  /** A person has chosen its series: it stays there. */
  readonly seriesChosen?: boolean
}

export interface PlannedSeries {
  readonly pk: number
  readonly path: string
  readonly title: string
  /** A person has set the title: it stays. */
  readonly title_locked?: boolean
  /** The series that it was merged into, to which books at its path belong. */
  readonly merged_into_pk?: number | null
}

/** One resulting series: the row it keeps, and its books in file order. */
export interface SeriesPlan {
  readonly place: SeriesPlace
  /** Null creates a new series. */
  readonly pk: number | null
  readonly books: readonly { readonly book: PlannedBook; readonly names: BookNames }[]
}

/**
 * The effect of new rules on the books of a library. Each series keeps the row from which most of its books come, so
 * that data of readers and editors follows; rows left over have no books.
 */
export async function planNaming(
  books: readonly PlannedBook[],
  series: readonly PlannedSeries[],
  namer: Namer,
): Promise<SeriesPlan[]> {
  const places = await namer.place(books)
  const { placed, bound, own } = boundBooks(books, places, series)
  const natural = [...Map.groupBy(placed, ({ place }) => place.path).values()]
  const reused = reusedRows(
    natural.map(group => ({ path: group[0]?.place.path ?? '', books: group.map(({ book }) => book) })),
    own,
  )
  const { groups, rows } = withBound(natural, reused, bound, own)
  const lockedTitles = new Map(series.filter(one => one.title_locked).map(({ pk, title }) => [pk, title]))
  const plans = groups.flatMap((group, index) => {
    const [first] = group
    if (!first) return []
    const title = lockedTitles.get(rows[index] ?? NO_ROW) ?? first.place.title
    const live = group.filter(({ book }) => !book.deleted)
    const editions = editionsAmong(live, ({ book: { folder, path } }) => ({ folder, path }))
    const ordered = sortNaturally(live, ({ book }) => stemOf(book.fileName)).map(({ book }) => book)
    const positions = positionsOf(
      ordered.map(({ fileName }) => fileName),
      namer,
    )
    const order = new Map(ordered.map((book, at) => [book, positions[at] ?? null]))
    return {
      place: { ...first.place, title },
      pk: rows[index] ?? null,
      books: group.map(one => {
        const { book, place } = one
        const { path, fileName, inside } = book
        const file = { path, fileName, inside, seriesBooks: live.length, hasOtherEdition: editions.has(one) }
        const { volume, chapter } = place
        return { book, at: order.get(book) ?? null, question: { file, place: { title, volume, chapter } } }
      }),
    }
  })
  const names = (await namer.book(plans.flatMap(plan => plan.books.map(({ question }) => question)))).values()
  return plans.map(plan => {
    const books = plan.books.map(({ book, at }) => {
      const named = names.next().value as BookNames
      const number = named.number ?? at
      return { book, names: bookStore.withLockedNames({ ...named, number }, { ...book, locks: book.locks ?? 0 }) }
    })
    return { ...plan, books }
  })
}

const NO_ROW = -1

interface Placed {
  readonly book: PlannedBook
  readonly place: SeriesPlace
}

/** Books whose series people have chosen, or at the place of a merged series, by the series in which they stay. */
function boundBooks(books: readonly PlannedBook[], places: readonly SeriesPlace[], series: readonly PlannedSeries[]) {
  const own = series.filter(({ merged_into_pk = null }) => merged_into_pk === null)
  const heirs = new Map(series.map(({ path, merged_into_pk = null }) => [path, merged_into_pk]))
  const bound = new Map<number, Placed[]>()
  const placed: Placed[] = []
  for (const [at, book] of books.entries()) {
    const place = places[at] as SeriesPlace
    const heir = book.seriesChosen ? book.seriesPk : (heirs.get(place.path) ?? null)
    if (heir === null) placed.push({ book, place })
    else if (bound.has(heir)) bound.get(heir)?.push({ book, place })
    else bound.set(heir, [{ book, place }])
  }
  return { placed, bound, own }
}

/**
 * Groups including the books that stay in their series; one without others keeps its place, unless another takes it.
 */
function withBound(
  natural: readonly (readonly Placed[])[],
  reused: readonly (number | null)[],
  bound: ReadonlyMap<number, readonly Placed[]>,
  series: readonly PlannedSeries[],
): { readonly groups: (readonly Placed[])[]; readonly rows: (number | null)[] } {
  const groups = natural.map((group, at) => {
    const [first] = group
    const more = bound.get(reused[at] ?? NO_ROW) ?? []
    return first
      ? [...group, ...more.map(({ book, place }) => ({ book, place: { ...place, ...seriesOf(first) } }))]
      : group
  })
  const rows = [...reused]
  const taken = new Set(natural.map(group => group[0]?.place.path))
  for (const { pk, path, title } of series) {
    const books = bound.get(pk)
    if (!books || reused.includes(pk)) continue
    const there = { path: taken.has(path) ? `//${pk}` : path, title }
    groups.push(books.map(({ book, place }) => ({ book, place: { ...place, ...there } })))
    rows.push(pk)
  }
  return { groups, rows }
}

function seriesOf({ place: { path, title } }: Placed): Pick<SeriesPlace, 'path' | 'title'> {
  return { path, title }
}

interface Group {
  readonly path: string
  readonly books: readonly PlannedBook[]
}

/** The row of each group, by the number of books from it; then by its place. */
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
