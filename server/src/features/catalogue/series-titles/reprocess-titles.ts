import type { TitleChangeDto } from '@octavo/contract/series-title'
import type { Reader, Tx } from '../../../db'
import type { TaskWork } from '../../../platform/task-work'
import { bookStore } from '../books'
import { libraryNamings, type Naming } from '../naming'
import { publishSeriesEvent, seriesFields } from '../series'
import { booksToRetitle, countSeriesToTitle, seriesToTitle, type TitledSeries, type TitleScope } from './titles.queries'

/** What became of the title of one series. */
export interface TitleOutcome {
  readonly before: string
  readonly after: string
  readonly changed: boolean
  readonly sortCleared: boolean
  readonly locked: boolean
}

/** The titles that would change: how many series were looked at, how many would change, and the first of those. */
export async function previewTitles(reader: Reader, scope: TitleScope, most: number) {
  const namings = await libraryNamings(reader)
  const changes: TitleChangeDto[] = []
  let [total, changed, locked] = [0, 0, 0]
  for await (const series of seriesToTitle(reader, scope)) {
    total++
    const after = titleOf(series, namings(series.library_pk))
    if (after === series.title) continue
    if (series.title_locked) {
      locked++
      continue
    }
    changed++
    if (changes.length < most) changes.push({ seriesId: series.id, before: series.title, after })
  }
  return { total, changed, locked, changes }
}

/** Gives every series of a scope the title that follows from its files and its library's rules, one at a time. */
export async function reprocessTitles(
  deps: { readonly reader: Reader; readonly now: () => number },
  work: TaskWork,
  scope: TitleScope,
  onTitle: (series: TitledSeries, outcome: TitleOutcome) => void,
): Promise<void> {
  const { reader, now } = deps
  const namings = await libraryNamings(reader)
  work.progress.total = await countSeriesToTitle(reader, scope)
  for await (const series of seriesToTitle(reader, scope)) {
    work.signal.throwIfAborted()
    const naming = namings(series.library_pk)
    const after = titleOf(series, naming)
    const outcome =
      after === series.title
        ? { changed: false, sortCleared: false, locked: series.title_locked }
        : await work.write(tx => retitle(tx, series, after, naming, now()))
    work.progress.current++
    work.processed({ items: 1 })
    onTitle(series, { ...outcome, before: series.title, after: outcome.changed ? after : series.title })
  }
  await work.write(async () => undefined)
}

function titleOf({ first_path, inside }: TitledSeries, naming: Naming): string {
  return naming.place(first_path, inside).title
}

async function retitle(tx: Tx, series: TitledSeries, title: string, naming: Naming, now: number) {
  const outcome = await seriesFields.retitleSeries(tx, series.pk, title, now)
  if (!outcome.changed) return outcome
  publishSeriesEvent(tx, series, 'series_updated', ['title', 'titleSort'])
  // A book may be named after its series.
  const books = await booksToRetitle(tx, series.pk)
  const renamed = books.map(({ pk, number, ...file }) => {
    const names = naming.book(
      { ...file, seriesBooks: books.length },
      { ...naming.place(file.path, file.inside), title },
    )
    return { pk, seriesPk: series.pk, names: { ...names, number: names.number ?? number } }
  })
  await bookStore.renameBooks(tx, renamed, now)
  return outcome
}
