import type {
  ReadingSessionDto,
  RecordReadingSessionsResponse,
  RejectedReadingSessionDto,
} from '@octavo/contract/reading-session'
import type { Connection, Reader, Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordReadings } from '../history'
import { lockSeriesProgress, reports } from '../progress'
import { logSessions } from '../reading-log'
import { placeOfSession } from './place-of-session'
import { roundsOf, type SessionReport } from './rounds.rules'
import { booksOfSessions, type KnownBook, placesIn } from './sessions.queries'
import { checkedSession, overlaps, type Rejection, type Session, type Sitting, sittingOf } from './sessions.rules'
import { knownSessions, sittingsAround } from './sessions.store'

export type SessionDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

type Given = readonly ReadingSessionDto[]

interface Checked {
  readonly session: Session
  readonly book: KnownBook
  readonly report: SessionReport | null
}

/**
 * Records sessions measured by devices: each once, however often it is delivered; a rejected one does not affect the
 * others. Their places are recorded in the order of reading, through `recordPlace`.
 */
export async function recordSessions(
  { reader, write, now: clock }: SessionDeps,
  viewer: Viewer,
  signIn: string | null,
  given: Given,
): Promise<RecordReadingSessionsResponse> {
  const now = clock()
  const ids = given.map(({ bookId }) => bookId.toLowerCase())
  const books = await booksOfSessions(reader, viewer, ids)
  const checked = new Map<ReadingSessionDto, Checked | Rejection>()
  const spineOf = spines(reader)
  for (const session of given) checked.set(session, await check(session))

  const result = await write(async tx => {
    const known = await knownSessions(tx, viewer.userPk, given.map(idOf))
    const { taken, accepted, rejected } = sort(given, known, checked, await around(tx, known))
    await lockSeriesProgress(
      tx,
      taken.map(({ book }) => book.series_pk),
    )
    await logSessions(
      tx,
      viewer.userPk,
      taken.map(({ session }) => session),
      now,
    )
    for (const round of roundsOf(taken.flatMap(({ report }) => report ?? []))) await record(tx, round)
    return { accepted, rejected }
  })

  const accepted = new Set(result.accepted)
  const touched = given.filter(({ id }) => accepted.has(id)).map(({ bookId }) => bookId.toLowerCase())
  // Several ids may be of one book, since some were merged.
  const shown = [...new Map(touched.flatMap(id => books.get(id) ?? []).map(book => [book.pk, book])).values()]
  const places = await placesIn(
    reader,
    viewer,
    shown.map(({ pk }) => pk),
  )
  const progress = shown.flatMap(book => {
    const row = places.get(book.pk)
    return row ? [reports.progressView(row, book, viewer)] : []
  })
  return { ...result, progress }

  async function check(session: ReadingSessionDto): Promise<Checked | Rejection> {
    const book = books.get(session.bookId.toLowerCase()) ?? null
    const answer = checkedSession(session, book, now)
    if ('rejection' in answer) return answer.rejection
    if (!book) throw new Error('a session of no book was accepted')
    const place = await placeOfSession(session, book, () => spineOf(book.pk))
    if (place !== null && 'reason' in place) return place
    const { device, deviceName, saidAt, startedAt, endedAt } = answer.session
    const reading = { device, deviceName, signIn, readAt: saidAt, deliberate: session.kind !== 'progress' }
    const report = place && { ...reading, measured: true, book, place: place.place, startedAt, endedAt }
    return { session: answer.session, book, report }
  }

  function around(tx: Tx, known: ReadonlySet<string>): Promise<Sitting[]> {
    const sittings = [...checked].flatMap(([dto, each]) => {
      const sitting = 'session' in each && !known.has(idOf(dto)) ? sittingOf(each.session) : null
      return sitting ? [sitting] : []
    })
    return sittingsAround(tx, viewer.userPk, sittings)
  }

  async function record(tx: Tx, round: readonly SessionReport[]): Promise<void> {
    const outcomes = await reports.recordReports(tx, viewer.userPk, round, now)
    const byBook = new Map(round.map(report => [report.book.pk, report]))
    for (const outcome of outcomes) {
      const report = byBook.get(outcome.book.pk)
      if (!report) continue
      reports.publishOutcome(tx, viewer, report.book, outcome)
      if (outcome.kind === 'outdated' && report.place?.completed) await finishLate(tx, report)
    }
  }

  /** The book was finished earlier than the known place: the place stays, and the reading counts. */
  async function finishLate(tx: Tx, { book, place, startedAt, endedAt }: SessionReport): Promise<void> {
    const known = await tx.query
      .selectFrom('read_progress')
      .select('started_at')
      .where('user_pk', '=', viewer.userPk)
      .where('book_pk', '=', book.pk)
      .executeTakeFirst()
    const begun = known && known.started_at <= endedAt ? known.started_at : startedAt
    const reading = { user_pk: viewer.userPk, book_pk: book.pk, started_at: begun, ended_at: endedAt }
    await recordReadings(tx, [{ ...reading, completed: true, page: place?.page ?? 1, least_ms: 0 }])
  }
}

/** The documents of ebooks, each read once. */
function spines(reader: Reader) {
  const known = new Map<number, ReturnType<typeof reports.findSpine>>()
  return (bookPk: number) => {
    const spine = known.get(bookPk) ?? reports.findSpine(reader, bookPk)
    known.set(bookPk, spine)
    return spine
  }
}

const idOf = ({ id }: ReadingSessionDto) => id.toLowerCase()

/** Which sessions are new, already known, or rejected, with reasons. */
function sort(
  given: Given,
  known: ReadonlySet<string>,
  checked: ReadonlyMap<ReadingSessionDto, Checked | Rejection>,
  around: readonly Sitting[],
) {
  const taken: Checked[] = []
  const accepted: string[] = []
  const rejected: RejectedReadingSessionDto[] = []
  const sittings = [...around]
  const seen = new Set<string>()
  given.forEach((dto, index) => {
    const reject = ({ reason, member, message }: Rejection) =>
      rejected.push({ id: dto.id, reason, path: `sessions.${index}.${member}`, message })
    if (seen.has(idOf(dto))) {
      reject({ reason: 'duplicate_in_batch', member: 'id', message: 'Another session of the request has this id' })
      return
    }
    seen.add(idOf(dto))
    const each = checked.get(dto)
    if (known.has(idOf(dto))) accepted.push(dto.id)
    else if (each && 'reason' in each) reject(each)
    else if (each) {
      const sitting = sittingOf(each.session)
      if (sitting && sittings.some(other => overlaps(sitting, other))) {
        const message = 'Another session of the device is at the same time'
        reject({ reason: 'invalid_time_range', member: 'clientStartedAt', message })
        return
      }
      if (sitting) sittings.push(sitting)
      taken.push(each)
      accepted.push(dto.id)
    }
  })
  return { taken, accepted, rejected }
}
