import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { newestReading, type Reading } from './newest-reading.rules'
import { type DatedPlace, historyOfRow, type PlaceHistory, placeOfRow, previousAfter } from './place-history.rules'
import {
  deletePlaces,
  type HistoryRow,
  type KnownRow,
  knownPlaces,
  type PlaceRow,
  saveHistory,
  savePlaces,
} from './places.store'
import type { Place } from './progress.rules'
import { lockSeriesProgress, recountSeries, touchSeries } from './series-sums.store'

/** A book, with the series whose sums its places are in. */
export interface ReadBook {
  readonly pk: number
  readonly series_pk: number
}

/** Where a reader is in a book, or that it is unread (null). */
export interface BookPlace {
  readonly book: ReadBook
  readonly place: Place | DatedPlace | null
}

/** Whose places, and which reading they come from. */
export interface Report extends Reading {
  /** Key of the reader. */
  readonly user: number
}

/** What became of a report. */
export type Outcome =
  | { readonly kind: 'saved'; readonly book: ReadBook; readonly row: PlaceRow }
  | { readonly kind: 'unread'; readonly book: ReadBook }
  /** Unread as before. */
  | { readonly kind: 'unchanged'; readonly book: ReadBook }
  /** A newer reading is known. */
  | { readonly kind: 'outdated'; readonly book: ReadBook }

/**
 * Records where a reader is in a book. The newest reading wins (`newestReading`); a place from which the reader
 * jumped can be restored (`undoPlace`). `now` is the moment of arrival, in epoch milliseconds.
 */
export async function recordPlace(tx: Tx, report: Report & BookPlace, now: number): Promise<Outcome> {
  const [outcome] = await recordPlaces(tx, report, [report], now)
  return outcome ?? { kind: 'unchanged', book: report.book }
}

/** The same for many books at once: none of them twice. Books that are gone by now are left out. */
export async function recordPlaces(
  tx: Tx,
  report: Report,
  places: readonly BookPlace[],
  now: number,
): Promise<Outcome[]> {
  const decide: Decide = (known, from, { place }) => {
    const last = newestReading(known.last, report, now)
    if (!last) return null
    const elapsedMs = known.last && last.readAt - known.last.readAt
    return { place, last, ...previousAfter(known, { from, to: place, deliberate: report.deliberate, elapsedMs }) }
  }
  return write(tx, { user: report.user, places, now, decide })
}

/** Restores the place before the last jump or mark; a second call returns. Null without one. */
export async function undoPlace(
  tx: Tx,
  report: Omit<Report, 'readAt' | 'deliberate'> & { readonly book: ReadBook },
  now: number,
): Promise<Outcome | null> {
  let hasPrevious = false
  const decide: Decide = ({ last: before, previous }, from) => {
    const last = newestReading(before, { ...report, readAt: null, deliberate: true }, now)
    hasPrevious = previous !== null
    return last && previous && { place: previous.place, last, previous: { place: from }, jumped: false }
  }
  const places = [{ book: report.book, place: null }]
  const [outcome] = await write(tx, { user: report.user, places, now, decide })
  return hasPrevious && outcome ? outcome : null
}

/** Null for a report that changes nothing. */
type Decide = (
  known: PlaceHistory,
  from: DatedPlace | null,
  to: BookPlace,
) => (PlaceHistory & { readonly place: Place | DatedPlace | null }) | null

interface Work {
  readonly user: number
  readonly places: readonly BookPlace[]
  readonly now: number
  readonly decide: Decide
}

async function write(tx: Tx, { user, places, now, decide }: Work): Promise<Outcome[]> {
  const known = await lockedPlaces(
    tx,
    user,
    places.map(({ book }) => book),
  )
  const saved: PlaceRow[] = []
  const histories: HistoryRow[] = []
  const unread: number[] = []
  const recounted = new Set<number>()
  const touched = new Set<number>()
  const outcomes: Outcome[] = []
  for (const each of places) {
    const before = known.get(each.book.pk)
    if (!before) continue
    const book = { ...each.book, series_pk: before.series_pk }
    const from = placeOfRow(before)
    const after = decide(historyOfRow(before), from, each)
    if (!after) outcomes.push({ kind: 'outdated', book })
    else if (after.place === null && from === null) outcomes.push({ kind: 'unchanged', book })
    else {
      histories.push(historyRow(user, book.pk, after, now))
      const row =
        after.place && placeRow(before, { user, book, place: after.place, readAt: after.last?.readAt ?? now, now })
      if (row) saved.push(row)
      else unread.push(book.pk)
      outcomes.push(row ? { kind: 'saved', book, row } : { kind: 'unread', book })
      const isOnlyTouched = row && from && from.completed === row.completed && isCounted(before, book, now)
      ;(isOnlyTouched ? touched : recounted).add(book.series_pk)
    }
  }
  await savePlaces(tx, saved)
  await deletePlaces(tx, user, unread)
  await saveHistory(tx, histories)
  for (const seriesPk of recounted) await recountSeries(tx, user, seriesPk)
  for (const seriesPk of touched) if (!recounted.has(seriesPk)) await touchSeries(tx, user, seriesPk, now)
  return outcomes
}

/**
 * Known places in books, with the sums of their series locked. A book may have moved to another series since the request
 * found it: then that one is locked too, and the rows are read again.
 */
async function lockedPlaces(tx: Tx, user: number, books: readonly ReadBook[]): Promise<ReadonlyMap<number, KnownRow>> {
  const locked = new Set(books.map(({ series_pk }) => series_pk))
  const pks = books.map(({ pk }) => pk)
  await lockSeriesProgress(tx, locked)
  for (;;) {
    const rows = await knownPlaces(tx, user, pks)
    const moved = rows.map(row => row.series_pk).filter(pk => !locked.has(pk))
    if (moved.length === 0) return new Map(rows.map(row => [row.book_pk, row]))
    await lockSeriesProgress(tx, moved)
    for (const pk of moved) locked.add(pk)
  }
}

/** Whether the sums of the series include the place, and it is no newer than the next one. */
function isCounted(before: KnownRow, { series_pk }: ReadBook, now: number): boolean {
  return !before.deleted && before.counted_in === series_pk && (before.updated_at ?? now) <= now
}

interface NewPlace {
  readonly user: number
  readonly book: ReadBook
  readonly place: Place | DatedPlace
  readonly readAt: number
  readonly now: number
}

/** The first place begins the book, the first completed one dates its end. */
function placeRow(before: KnownRow, { user, book, place, readAt, now }: NewPlace): PlaceRow {
  const dates = 'startedAt' in place ? place : null
  const startedAt = dates?.startedAt ?? before.started_at ?? Math.min(readAt, now)
  const completedAt = dates?.completedAt ?? before.completed_at ?? Math.max(startedAt, Math.min(readAt, now))
  return {
    id: before.id ?? newId(),
    user_pk: user,
    book_pk: book.pk,
    series_pk: book.series_pk,
    current_page: place.page,
    percentage: place.percentage,
    completed: place.completed,
    started_at: startedAt,
    updated_at: now,
    completed_at: place.completed ? completedAt : null,
    locator: place.locator ?? null,
  }
}

function historyRow(user: number, bookPk: number, { last, previous, jumped }: PlaceHistory, now: number): HistoryRow {
  return {
    user_pk: user,
    book_pk: bookPk,
    read_at: last?.readAt ?? now,
    saved_at: now,
    device: last?.device ?? null,
    sign_in: last?.signIn ?? null,
    clocks: JSON.stringify(last?.clocks ?? []),
    previous: previous === null ? null : JSON.stringify(previous),
    jumped,
  }
}
