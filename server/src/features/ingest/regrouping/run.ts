import type { Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { mergeBook } from './merge-book'
import { finishMerge, passSomeReaders } from './merge-series'
import { moveSome, updateSeries } from './move-books'
import { detailsOf, nextChanges, type RegroupingRow, regroupingByKey, setRegrouping } from './regroupings.store'
import { booksToMove } from './subjects.queries'
import { beginUndo, finishUndo, undoSome } from './undo'

/** Runs each step in its own transaction, or all within one. */
export type InSteps = <T>(step: (tx: Tx) => Promise<T>) => Promise<T>

/** Books moved in one transaction. */
const AT_ONCE = 100
/** Above this number of books, a task does it. */
export const MOST_NOW = 300

/** Runs or undoes a regrouping. Each step is consistent, and resuming repeats none. */
export async function runRegrouping(steps: InSteps, pk: number, now: Clock): Promise<void> {
  const step = (work: (tx: Tx, row: RegroupingRow) => Promise<boolean>) =>
    steps(async tx => {
      const row = await regroupingByKey(tx, pk)
      return row ? work(tx, row) : false
    })
  do {
    while (await step((tx, row) => (row.state === 'undoing' ? undoSome(tx, row, now()) : doSome(tx, row, now()))));
  } while (
    await step(async (tx, row) => {
      if (row.state === 'running') return !(await finish(tx, row, now()))
      if (row.state === 'undoing') await finishUndo(tx, row, now())
      return false
    })
  )
}

/** Moves the next books, then passes on rows of the next readers. Returns whether there was anything to do. */
async function doSome(tx: Tx, row: RegroupingRow, now: number): Promise<boolean> {
  if (row.state === 'running' && row.action === 'merge_books') return passSomeReaders(tx, row)
  if (row.state !== 'running' || row.series_pk === null) return false
  const isMerge = row.action === 'merge_series'
  if (isMerge && row.from_series_pk === null) return false
  const from = isMerge ? { seriesPk: row.from_series_pk ?? 0 } : { bookPks: detailsOf(row).bookPks ?? [] }
  const which = { ...from, into: row.series_pk }
  const books = await booksToMove(tx, which, AT_ONCE)
  await moveSome(tx, row, books, now)
  return books.length > 0 || (isMerge && (await passSomeReaders(tx, row)))
}

/** Returns false if the books can no longer be merged: then what was passed on goes back. */
async function finish(tx: Tx, row: RegroupingRow, now: number): Promise<boolean> {
  if (row.action === 'merge_books' && !(await mergeBook(tx, row, now))) {
    await markUndoing(tx, row, now)
    return false
  }
  if (row.action === 'merge_series') await finishMerge(tx, row, now)
  else if (row.action !== 'merge_books' && row.series_pk !== null)
    await updateSeries(tx, [row.series_pk, ...(await sourcesOf(tx, row.pk))], now)
  await setRegrouping(tx, row.pk, { state: 'done' })
  return true
}

/** The series that books of a regrouping came from. */
export async function sourcesOf(tx: Tx, pk: number): Promise<number[]> {
  const changes = await nextChanges(tx, pk, 10_000)
  return [...new Set(changes.flatMap(({ said }) => ('book' in said ? [said.book.seriesPk] : [])))]
}

/** Marks a regrouping as being undone. */
export async function markUndoing(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  await beginUndo(tx, row, now)
  await setRegrouping(tx, row.pk, { state: 'undoing' })
}
