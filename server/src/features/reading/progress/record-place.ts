import { lockTogether, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { type EndedReading, forgetReadings, type ReadingKey, recordReadings } from '../history'
import { type EstimatedSitting, logSittings } from '../reading-log'
import { type FinishedBook, leaveQueue } from '../want-to-read'
import { type DevicePlace, type DeviceReport, devicePlacesAfter, readingTime } from './device-places.rules'
import { sittingWith } from './estimated-sitting.rules'
import { clocksAfterRefusal, type DeviceClock, newestReading } from './newest-reading.rules'
import {
  type DatedPlace,
  devicesOfRow,
  historyOfRow,
  type PlaceHistory,
  placeOfRow,
  previousAfter,
} from './place-history.rules'
import {
  type DevicesRow,
  deletePlaces,
  type HistoryRow,
  type KnownRow,
  knownPlaces,
  type PlaceRow,
  saveDevices,
  saveHistory,
  savePlaces,
} from './places.store'
import type { Place } from './progress.rules'
import { beginsAgain, endedReading } from './readings.rules'
import { lockSeriesProgress, recountSeries, touchSeries } from './series-sums.store'

/** A book, with the series whose sums include its places. */
export interface ReadBook {
  readonly pk: number
  readonly series_pk: number
}

/** A place in a book, or unread (null). */
export interface BookPlace {
  readonly book: ReadBook
  readonly place: Place | DatedPlace | null
}

/** The reader, and the source reading. */
export interface Report extends DeviceReport {
  /** Key of the reader. */
  readonly user: number
}

/** The result of a report. */
export type Outcome =
  | { readonly kind: 'saved'; readonly book: ReadBook; readonly row: PlaceRow }
  | { readonly kind: 'unread'; readonly book: ReadBook }
  /** Still unread. */
  | { readonly kind: 'unchanged'; readonly book: ReadBook }
  /** A newer reading is known. */
  | { readonly kind: 'outdated'; readonly book: ReadBook }

/**
 * Records a reader's place in a book. The newest reading wins (`newestReading`); a place before a jump can be restored
 * (`undoPlace`). `now` is the time of arrival, in epoch milliseconds.
 */
export async function recordPlace(tx: Tx, report: Report & BookPlace, now: number): Promise<Outcome> {
  const [outcome] = await recordPlaces(tx, report, [report], now)
  return outcome ?? { kind: 'unchanged', book: report.book }
}

/** The same for many different books at once. Deleted books are left out. */
export async function recordPlaces(
  tx: Tx,
  report: Report,
  places: readonly BookPlace[],
  now: number,
): Promise<Outcome[]> {
  return recordReports(
    tx,
    report.user,
    places.map(place => ({ ...report, ...place })),
    now,
  )
}

/** The same for reports of different readings. */
export async function recordReports(
  tx: Tx,
  user: number,
  reports: readonly (DeviceReport & BookPlace)[],
  now: number,
): Promise<Outcome[]> {
  const decide: Decide<DeviceReport & BookPlace> = (known, from, report) => {
    const { place, deliberate } = report
    const last = newestReading(known.last, report, now)
    if (!last) return null
    const elapsedMs = known.last && last.readAt - known.last.readAt
    return { place, last, ...previousAfter(known, { from, to: place, deliberate, elapsedMs }) }
  }
  return write(tx, { user, places: reports, now, decide })
}

/** Restores the place before the last jump or mark; a second call returns. Null without one. */
export async function undoPlace(
  tx: Tx,
  report: Omit<Report, 'readAt' | 'deliberate'> & { readonly book: ReadBook },
  now: number,
): Promise<Outcome | null> {
  let hasPrevious = false
  const undoing = { ...report, readAt: null, deliberate: true }
  const decide: Decide<DeviceReport & BookPlace> = ({ last: before, previous }, from) => {
    const last = newestReading(before, undoing, now)
    hasPrevious = previous !== null
    return last && previous && { place: previous.place, last, previous: { place: from }, jumped: false }
  }
  const places = [{ ...undoing, place: null }]
  const [outcome] = await write(tx, { user: report.user, places, now, isUndo: true, decide })
  return hasPrevious && outcome ? outcome : null
}

/** Null for a report that changes nothing. */
type Decide<Each> = (
  known: PlaceHistory,
  from: DatedPlace | null,
  each: Each,
) => (PlaceHistory & { readonly place: Place | DatedPlace | null }) | null

interface Work<Each> {
  readonly user: number
  readonly places: readonly Each[]
  readonly now: number
  readonly isUndo?: boolean
  readonly decide: Decide<Each>
}

/** The combined writes for all books. */
interface Written {
  readonly places: PlaceRow[]
  readonly histories: HistoryRow[]
  readonly devices: DevicesRow[]
  readonly unread: number[]
  readonly ended: EndedReading[]
  readonly goesOn: ReadingKey[]
  readonly sittings: EstimatedSitting[]
}

async function write<Each extends DeviceReport & BookPlace>(
  tx: Tx,
  { user, places, now, isUndo = false, decide }: Work<Each>,
): Promise<Outcome[]> {
  const known = await lockedPlaces(
    tx,
    user,
    places.map(({ book }) => book),
  )
  const written: Written = { places: [], histories: [], devices: [], unread: [], ended: [], goesOn: [], sittings: [] }
  const recounted = new Set<number>()
  const touched = new Set<number>()
  const finished: FinishedBook[] = []
  const outcomes: Outcome[] = []
  for (const each of places) {
    const before = known.get(each.book.pk)
    if (!before) continue
    const book = { ...each.book, series_pk: before.series_pk }
    const from = placeOfRow(before)
    const history = historyOfRow(before)
    const after = decide(history, from, each)
    const clocks = after ? (after.last?.clocks ?? []) : clocksAfterRefusal(history.last, each, now)
    const devices = devicePlacesAfter(devicesOfRow(before), each, after ? after.place : each.place, { clocks, now })
    if (!after) {
      if (each.place && (devices || clocks !== history.last?.clocks)) {
        written.devices.push({ book_pk: book.pk, ...devicesAndClocks(devices ?? devicesOfRow(before), clocks) })
      }
      outcomes.push({ kind: 'outdated', book })
    } else if (after.place === null && from === null) outcomes.push({ kind: 'unchanged', book })
    else {
      const dates = datesOf(each, clocks, now)
      const row = after.place && placeRow(before, { user, book, place: after.place, ...dates, now })
      const sat =
        row && !isUndo ? sittingWith(before, each, { from, row, at: dates.readAt, jumped: after.jumped }) : null
      if (sat) written.sittings.push(...sat.toLog)
      const sitting = sat ? JSON.stringify(sat.sitting) : before.sitting
      const histories = historyRow({ user, bookPk: book.pk, now }, after, devices ?? devicesOfRow(before))
      written.histories.push({ ...histories, sitting })
      if (row) written.places.push(row)
      else written.unread.push(book.pk)
      const { ended, goesOn } = endedReading(
        { user_pk: user, book_pk: book.pk },
        { from, to: row, before, isUndo, now },
      )
      if (ended) written.ended.push(ended)
      if (ended?.completed) finished.push({ book_pk: book.pk, series_pk: book.series_pk })
      if (goesOn) written.goesOn.push(goesOn)
      outcomes.push(row ? { kind: 'saved', book, row } : { kind: 'unread', book })
      const isOnlyTouched = row && from && from.completed === row.completed && isCounted(before, book, now)
      ;(isOnlyTouched ? touched : recounted).add(book.series_pk)
    }
  }
  await save(tx, user, written, now)
  for (const seriesPk of recounted) await recountSeries(tx, user, seriesPk)
  for (const seriesPk of touched) if (!recounted.has(seriesPk)) await touchSeries(tx, user, seriesPk, now)
  if (!isUndo) await leaveQueue(tx, user, finished)
  return outcomes
}

async function save(tx: Tx, user: number, written: Written, now: number): Promise<void> {
  await savePlaces(tx, written.places)
  await deletePlaces(tx, user, written.unread)
  await saveHistory(tx, written.histories)
  await saveDevices(tx, user, written.devices)
  await forgetReadings(tx, written.goesOn)
  await recordReadings(tx, written.ended)
  await logSittings(tx, user, written.sittings, now)
}

/** The places in books, with the sums of their series locked: also where one has moved since the request found it. */
async function lockedPlaces(tx: Tx, user: number, books: readonly ReadBook[]): Promise<ReadonlyMap<number, KnownRow>> {
  const series = books.map(({ series_pk }) => series_pk)
  const look = async () => {
    const rows = await knownPlaces(
      tx,
      user,
      books.map(({ pk }) => pk),
    )
    return { found: new Map(rows.map(row => [row.book_pk, row])), keys: rows.map(row => row.series_pk) }
  }
  return lockTogether(tx, series, keys => lockSeriesProgress(tx, keys), look)
}

/** Whether the sums of the series include the place, and it is no newer than the next one. */
function isCounted(before: KnownRow, { series_pk }: ReadBook, now: number): boolean {
  return !before.deleted && before.counted_in === series_pk && (before.updated_at ?? now) <= now
}

interface NewPlace {
  readonly user: number
  readonly book: ReadBook
  readonly place: Place | DatedPlace
  readonly begun: number
  readonly readAt: number
  readonly now: number
}

function datesOf(report: DeviceReport, clocks: readonly DeviceClock[], now: number) {
  const readAt = readingTime(report, clocks, now)
  return { readAt, begun: Math.min(report.startedAt ?? readAt, readAt) }
}

/** The first place starts the book, the first completed one sets its date of completion. */
function placeRow(before: KnownRow, { user, book, place, begun, readAt, now }: NewPlace): PlaceRow {
  const dates = 'startedAt' in place ? place : null
  const startedBefore = before.started_at ?? begun
  const isAgain = !dates && beginsAgain(before, place)
  const startedAt = dates?.startedAt ?? (isAgain ? Math.max(begun, startedBefore + 1) : startedBefore)
  const completedAt = dates?.completedAt ?? before.completed_at ?? Math.max(startedAt, readAt)
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

interface Of {
  readonly user: number
  readonly bookPk: number
  readonly now: number
}

function historyRow(
  { user, bookPk, now }: Of,
  { last, previous, jumped }: PlaceHistory,
  devices: readonly DevicePlace[],
): Omit<HistoryRow, 'sitting'> {
  return {
    user_pk: user,
    book_pk: bookPk,
    read_at: last?.readAt ?? now,
    saved_at: now,
    device: last?.device ?? null,
    sign_in: last?.signIn ?? null,
    previous: previous === null ? null : JSON.stringify(previous),
    jumped,
    ...devicesAndClocks(devices, last?.clocks ?? []),
  }
}

function devicesAndClocks(devices: readonly DevicePlace[], clocks: readonly DeviceClock[]) {
  return { devices: devices.length === 0 ? null : JSON.stringify(devices), clocks: JSON.stringify(clocks) }
}
