import type { Tx, Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { newId } from '../../../kernel/ids'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { enqueue } from '../../../platform/queue'
import type { TaskSignal } from '../../../platform/task-signal'
import { type NamingDeps, nameEditionsOrWait } from '../../catalogue/editing'
import { insertSeries, seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { hasManyReaders } from './merge-series'
import { lockRegrouping, lockSeries, refuseStrangers } from './refuse'
import { regroupTask } from './regroup-task'
import {
  hasMoreChanges,
  insertRegrouping,
  type NewRegrouping,
  type RegroupingRow,
  regroupingByKey,
} from './regroupings.store'
import { MOST_NOW, runRegrouping } from './run'
import { bookSubjects, type SeriesSubject, seriesSubject, seriesSubjects } from './subjects.queries'

export interface RegroupingDeps extends NamingDeps {
  readonly write: Write
  readonly now: Clock
  readonly tasks: Pick<TaskSignal, 'notify'>
}

export interface Started {
  readonly row: RegroupingRow
  readonly taskId: string | null
}

const NO_BOOKS = { books: 0, volumes: 0, maxVolume: null, maxChapter: null }

/** Merges a series into another one. @throws NotFound, Conflict */
export function mergeSeriesInto(deps: RegroupingDeps, viewer: Viewer, id: string, fromId: string): Promise<Started[]> {
  return changing(deps, async tx => {
    const { heir, from } = await seriesToMerge(tx, viewer, id, fromId)
    await lockRegrouping(tx, heir)
    await lockSeriesProgress(tx, [heir.pk, from.pk])
    await lockSeries(tx, [heir.pk, from.pk])
    // A concurrent merge may have been first.
    await seriesToMerge(tx, viewer, id, fromId)
    const details = { from: [from.title] }
    const made = { action: 'merge_series', seriesPk: heir.pk, fromSeriesPk: from.pk, details } as const
    return [await start(deps, tx, viewer, heir, { ...made, books: from.book_count })]
  })
}

/** @throws NotFound, Conflict for itself, another library or other sharing tags */
export async function seriesToMerge(tx: Tx, viewer: Viewer, id: string, fromId: string) {
  const heir = await seriesSubject(tx, viewer, id)
  const from = await seriesSubject(tx, viewer, fromId)
  if (heir.pk === from.pk)
    throw refused('Conflict', 'same_subject', 'A series cannot be merged into itself', 'seriesId')
  refuseStrangers(heir, [from], 'seriesId')
  return { heir, from }
}

/** Moves books to a series. @throws NotFound, Conflict */
export function moveBooksTo(
  deps: RegroupingDeps,
  viewer: Viewer,
  bookIds: readonly string[],
  seriesId: string,
): Promise<Started[]> {
  return changing(deps, async tx => {
    const target = await seriesSubject(tx, viewer, seriesId)
    await lockRegrouping(tx, target)
    const { books, sources } = await booksToRegroup(tx, viewer, bookIds, target)
    await lockSeriesProgress(tx, [target.pk, ...sources.map(({ pk }) => pk)])
    await lockSeries(tx, [target.pk, ...sources.map(({ pk }) => pk)])
    await seriesSubject(tx, viewer, seriesId)
    const details = { from: sources.map(({ title }) => title).slice(0, 20), bookPks: books.map(({ pk }) => pk) }
    const made = { action: 'move_books', seriesPk: target.pk, details, books: books.length } as const
    return [await start(deps, tx, viewer, target, made)]
  })
}

/** @throws NotFound, Conflict */
export async function booksToRegroup(tx: Tx, viewer: Viewer, bookIds: readonly string[], target: SeriesSubject) {
  const books = await bookSubjects(tx, viewer, bookIds)
  const sources = await seriesSubjects(tx, [...new Set(books.map(book => book.series_pk))])
  refuseStrangers(target, sources, 'bookIds')
  return { books, sources }
}

/** Splits books of a series off into a new one. @throws NotFound, Conflict */
export function splitSeriesOff(
  deps: RegroupingDeps,
  viewer: Viewer,
  id: string,
  { bookIds, title }: { readonly bookIds: readonly string[]; readonly title: string },
): Promise<Started[]> {
  return changing(deps, async tx => {
    await lockRegrouping(tx, await seriesSubject(tx, viewer, id))
    const { source, books } = await booksToSplit(tx, viewer, id, bookIds)
    await lockSeriesProgress(tx, [source.pk])
    await lockSeries(tx, [source.pk])
    const now = deps.now()
    const newSeriesId = newId()
    // No folder has such a path, so only books moved by people are in it.
    const place = { id: newSeriesId, libraryPk: source.library_pk, path: `//${newSeriesId}`, title }
    const { pk } = await insertSeries(tx, place, NO_BOOKS, now)
    await seriesFields.lockTitle(tx, pk)
    await seriesFields.setSharingSet(tx, pk, source.sharing_set_pk)
    const details = { from: [source.title], bookPks: books.map(book => book.pk) }
    const made = {
      action: 'split_series',
      seriesPk: pk,
      fromSeriesPk: source.pk,
      details,
      books: books.length,
    } as const
    return [await start(deps, tx, viewer, { ...source, pk, id: newSeriesId, title }, made)]
  })
}

/** @throws NotFound; Conflict if no book would be left */
export async function booksToSplit(tx: Tx, viewer: Viewer, id: string, bookIds: readonly string[]) {
  const source = await seriesSubject(tx, viewer, id)
  const books = await bookSubjects(tx, viewer, bookIds)
  if (books.some(book => book.series_pk !== source.pk)) {
    throw refused('Conflict', 'other_series', 'One of the books is not in this series', 'bookIds')
  }
  if (books.length >= source.book_count) {
    throw refused('Conflict', 'none_left', 'Leave at least one book in the series, or rename it', 'bookIds')
  }
  return { source, books }
}

/** Merges books into another one. @throws NotFound, Conflict */
export function mergeBooksInto(
  deps: RegroupingDeps,
  viewer: Viewer,
  id: string,
  fromIds: readonly string[],
): Promise<Started[]> {
  return changing(deps, tx => mergeBooksWithin(deps, tx, viewer, id, fromIds))
}

/** The same as part of a transaction. */
async function mergeBooksWithin(
  deps: Pick<RegroupingDeps, 'now'>,
  tx: Tx,
  viewer: Viewer,
  id: string,
  fromIds: readonly string[],
): Promise<Started[]> {
  await lockRegrouping(tx, (await booksToMerge(tx, viewer, id, fromIds)).place)
  const { heir, others, place, sources } = await booksToMerge(tx, viewer, id, fromIds)
  await lockSeriesProgress(
    tx,
    sources.map(({ pk }) => pk),
  )
  await lockSeries(
    tx,
    sources.map(({ pk }) => pk),
  )
  // A concurrent merge may have been first.
  await booksToMerge(tx, viewer, id, fromIds)
  const started: Started[] = []
  for (const other of others) {
    const details = { from: [other.title] }
    const made = { action: 'merge_books', bookPk: heir.pk, fromBookPk: other.pk, details, books: 1 } as const
    started.push(await start(deps, tx, viewer, { ...place, id: heir.id, title: heir.title }, made))
  }
  return started
}

/** @throws NotFound, Conflict for itself, other libraries or other sharing tags */
export async function booksToMerge(tx: Tx, viewer: Viewer, id: string, fromIds: readonly string[]) {
  const [heir] = await bookSubjects(tx, viewer, [id])
  const others = await bookSubjects(tx, viewer, fromIds)
  if (!heir || others.some(other => other.pk === heir.pk)) {
    throw refused('Conflict', 'same_subject', 'A book cannot be merged into itself', 'bookIds')
  }
  const sources = await seriesSubjects(tx, [...new Set([heir, ...others].map(book => book.series_pk))])
  const place = sources.find(({ pk }) => pk === heir.series_pk) as SeriesSubject
  refuseStrangers(place, sources, 'bookIds')
  return { heir, others, place, sources }
}

async function changing(deps: RegroupingDeps, work: (tx: Tx) => Promise<Started[]>): Promise<Started[]> {
  const started = await deps.write(work)
  deps.tasks.notify()
  await nameRegrouped(deps, started)
  return started
}

/** Names editions that came together or were parted, unless a task does. */
export async function nameRegrouped(deps: RegroupingDeps, started: readonly Started[]): Promise<void> {
  const done = started.filter(({ taskId }) => taskId === null)
  for (const libraryPk of new Set(done.map(({ row }) => row.library_pk)))
    await nameEditionsOrWait(deps, deps.write, libraryPk)
}

const AUDITED = {
  merge_series: 'series_merged',
  split_series: 'series_split',
  move_books: 'books_moved',
  merge_books: 'books_merged',
} as const

/** Starts a regrouping: done at once, or by a task if there are many books. */
async function start(
  { now }: Pick<RegroupingDeps, 'now'>,
  tx: Tx,
  viewer: Viewer,
  { id, title, library_pk, library_id, library_name }: SeriesSubject,
  made: Omit<NewRegrouping, 'libraryPk' | 'userPk' | 'at'>,
): Promise<Started> {
  const at = now()
  const row = await insertRegrouping(tx, { ...made, libraryPk: library_pk, userPk: viewer.userPk, at })
  const subject = { kind: made.action === 'merge_books' ? 'book' : 'series', id, name: title } as const
  const library = { id: library_id, name: library_name }
  const details = { from: made.details.from, books: made.books }
  await recordAct(tx, viewer, AUDITED[made.action], subject, { now: at, library, details })
  return carryOut(tx, viewer, row, { now, undoes: false })
}

/** Above this number of changes, a task undoes them. */
const MOST_CHANGES_NOW = 2_000

export async function carryOut(
  tx: Tx,
  viewer: Viewer,
  row: RegroupingRow,
  { now, undoes }: { readonly now: Clock; readonly undoes: boolean },
): Promise<Started> {
  const isLong = undoes ? await hasMoreChanges(tx, row.pk, MOST_CHANGES_NOW) : await hasManyReaders(tx, row)
  if (row.books > MOST_NOW || isLong) {
    const { id } = await enqueue(tx, { ...regroupTask(row.pk, undoes), requestedByPk: viewer.userPk })
    return { row: (await regroupingByKey(tx, row.pk)) ?? row, taskId: id }
  }
  await runRegrouping(step => step(tx), row.pk, now)
  return { row: (await regroupingByKey(tx, row.pk)) ?? row, taskId: null }
}
