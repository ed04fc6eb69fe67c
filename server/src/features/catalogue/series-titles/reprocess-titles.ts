import type { TitleChangeDto } from '@octavo/contract/series-title'
import type { Reader, Tx } from '../../../db'
import type { TaskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { bookStore } from '../books'
import { type BookNames, type LibraryNamer, libraryNamers } from '../naming'
import { publishSeriesEvent, seriesFields } from '../series'
import { booksToRetitle, countSeriesToTitle, seriesToTitle, type TitledSeries, type TitleScope } from './titles.queries'

/** The result for the title of one series. */
export interface TitleOutcome {
  readonly before: string
  readonly after: string
  readonly changed: boolean
  readonly sortCleared: boolean
  readonly locked: boolean
}

/** Dependencies of naming. */
export interface TitleDeps {
  readonly reader: Reader
  readonly pool: Pick<ParserPool, 'names'>
}

/** A preview: series checked, series that would change, and the first of those. */
export async function previewTitles(deps: TitleDeps, scope: TitleScope, most: number) {
  const changes: TitleChangeDto[] = []
  let [total, changed, locked] = [0, 0, 0]
  for await (const { series, title } of titledSeries(deps, scope)) {
    total++
    if (title === series.title) continue
    if (series.title_locked) {
      locked++
      continue
    }
    changed++
    if (changes.length < most) changes.push({ seriesId: series.id, before: series.title, after: title })
  }
  return { total, changed, locked, changes }
}

/** Sets the title of every series in a scope by its files and its library's rules, one at a time. */
export async function reprocessTitles(
  deps: TitleDeps & { readonly now: () => number },
  work: TaskWork,
  scope: TitleScope,
  onTitle: (series: TitledSeries, outcome: TitleOutcome) => void,
): Promise<void> {
  const { reader, now } = deps
  work.progress.total = await countSeriesToTitle(reader, scope)
  for await (const { series, title, namer } of titledSeries(deps, scope)) {
    work.signal.throwIfAborted()
    let outcome: Omit<TitleOutcome, 'before' | 'after'>
    if (title === series.title) outcome = { changed: false, sortCleared: false, locked: series.title_locked }
    else {
      const renamed = series.title_locked ? [] : await renamedBooks(reader, series, title, namer)
      outcome = await work.write(tx => retitle(tx, series, title, renamed, now()))
    }
    work.progress.current++
    work.processed({ items: 1 })
    onTitle(series, { ...outcome, before: series.title, after: outcome.changed ? title : series.title })
  }
  await work.write(async () => undefined)
}

/** The series of a scope with their titles by rules. */
async function* titledSeries({ reader, pool }: TitleDeps, scope: TitleScope) {
  const namerOf = await libraryNamers(reader, pool)
  for await (const page of seriesToTitle(reader, scope)) {
    for (const [libraryPk, group] of Map.groupBy(page, series => series.library_pk)) {
      const namer = namerOf(libraryPk)
      const places = await namer.place(group.map(({ first_path: path, inside }) => ({ path, inside })))
      for (const [index, series] of group.entries())
        yield { series, title: places[index]?.title ?? series.title, namer }
    }
  }
}

interface RenamedBook {
  readonly pk: number
  readonly seriesPk: number
  readonly names: BookNames
}

/** The books of a series with their names: a book's title may contain the series'. */
async function renamedBooks(
  reader: Reader,
  { pk: seriesPk }: TitledSeries,
  title: string,
  namer: LibraryNamer,
): Promise<RenamedBook[]> {
  const books = await booksToRetitle(reader, seriesPk)
  const places = await namer.place(books)
  const names = await namer.book(
    books.map((file, index) => ({ file: { ...file, seriesBooks: books.length }, place: { ...places[index], title } })),
  )
  return books.flatMap(({ pk, number }, index) => {
    const own = names[index]
    return own ? [{ pk, seriesPk, names: { ...own, number: own.number ?? number } }] : []
  })
}

async function retitle(tx: Tx, series: TitledSeries, title: string, books: readonly RenamedBook[], now: number) {
  const outcome = await seriesFields.retitleSeries(tx, series.pk, title, now)
  if (!outcome.changed) return outcome
  publishSeriesEvent(tx, series, 'series_updated', ['title', 'titleSort'])
  await bookStore.renameBooks(tx, books, now)
  return outcome
}
