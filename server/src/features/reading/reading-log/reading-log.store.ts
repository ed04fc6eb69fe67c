import { sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { LoggedSession } from './logged-session'
import { addToSums, type Reading } from './reading-sums.store'
import type { Sitting } from './sitting.rules'

/** An estimated sitting, with its book. */
export interface EstimatedSitting {
  readonly bookPk: number
  readonly deviceName: string | null
  readonly sitting: Sitting
  readonly completed: boolean
}

/** Logs new sessions. The oldest ones beyond the user's limit are deleted; their sums stay. */
export async function logSessions(
  tx: Tx,
  userPk: number,
  sessions: readonly LoggedSession[],
  receivedAt: number,
): Promise<void> {
  if (sessions.length === 0) return
  const rows = sessions.map(session => rowOf(userPk, session, receivedAt))
  // One added by another process meanwhile is not counted again.
  const added = await runPrepared<{ id: string }, { rows: string }>(
    tx,
    'reading-log.sessions',
    { rows: JSON.stringify(rows) },
    p => sql<{ id: string }>`${insertion(tx, p.rows)} on conflict (user_pk, id) do nothing returning id`,
  )
  const ids = new Set(added.map(({ id }) => id))
  const read = sessions.filter(({ id, kind }) => ids.has(id) && kind !== 'reset')
  await addToSums(
    tx,
    userPk,
    read.map((session): Reading => {
      const untimed = !session.activeMs && !session.estimatedMs ? 1 : 0
      return { ...session, sessions: 1, untimed }
    }),
  )
  const { count } = await tx.query
    .selectFrom('reading_sessions')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow()
  const tooMany = Number(count) - LIMITS.perPerson.readingSessions
  if (tooMany <= 0) return
  await tx.query
    .deleteFrom('reading_sessions')
    .where('pk', 'in', query =>
      query
        .selectFrom('reading_sessions')
        .select('pk')
        .where('user_pk', '=', userPk)
        .orderBy('started_at')
        .limit(tooMany),
    )
    .execute()
}

/** Logs sittings, or additions to them. */
export async function logSittings(
  tx: Tx,
  userPk: number,
  sittings: readonly EstimatedSitting[],
  now: number,
): Promise<void> {
  if (sittings.length === 0) return
  const rows = sittings.map(({ bookPk, deviceName, completed, sitting }) => {
    const { id, device, startedAt, endedAt, ms, pages } = sitting
    const kind = completed ? ('completed' as const) : ('progress' as const)
    const measured = { toPage: null, toPercentage: null, activeMs: null, estimatedMs: ms, pagesRead: pages }
    const times = { startedAt, endedAt, saidAt: endedAt }
    return rowOf(userPk, { id, bookPk, device, deviceName, kind, ...measured, ...times }, now)
  })
  await runPrepared(
    tx,
    'reading-log.sittings',
    { rows: JSON.stringify(rows) },
    p => sql`${insertion(tx, p.rows)} on conflict (user_pk, id) do update set kind = excluded.kind, ended_at = excluded.ended_at,
          said_at = excluded.said_at, estimated_ms = excluded.estimated_ms, pages_read = excluded.pages_read`,
  )
  await addToSums(
    tx,
    userPk,
    sittings.map(({ bookPk, deviceName, completed, sitting }): Reading => {
      const { device, startedAt, endedAt, ms, pages, logged } = sitting
      return {
        bookPk,
        device,
        deviceName,
        kind: completed ? 'completed' : 'progress',
        activeMs: null,
        estimatedMs: ms - (logged?.ms ?? 0),
        pagesRead: pages - (logged?.pages ?? 0),
        startedAt,
        endedAt,
        sessions: logged === null ? 1 : 0,
        untimed: logged === null ? (ms === 0 ? 1 : 0) : logged.ms === 0 && ms > 0 ? -1 : 0,
      }
    }),
  )
}

const COLUMNS = {
  id: 'text',
  user_pk: 'bigint',
  book_pk: 'bigint',
  device: 'text',
  device_name: 'text',
  kind: 'text',
  to_page: 'bigint',
  to_percentage: 'double precision',
  active_ms: 'bigint',
  estimated_ms: 'bigint',
  pages_read: 'bigint',
  started_at: 'bigint',
  ended_at: 'bigint',
  said_at: 'bigint',
  received_at: 'bigint',
} as const

function insertion(tx: Tx, rows: unknown) {
  const names = sql.join(Object.keys(COLUMNS).map(name => sql.ref(name)))
  return sql`insert into reading_sessions (${names})
    select ${names} from ${tx.dialect.jsonRows(rows, COLUMNS)} as given where 1 = 1`
}

function rowOf(userPk: number, session: LoggedSession, receivedAt: number) {
  return {
    id: session.id,
    user_pk: userPk,
    book_pk: session.bookPk,
    device: session.device,
    device_name: session.deviceName,
    kind: session.kind,
    to_page: session.toPage,
    to_percentage: session.toPercentage,
    active_ms: session.activeMs,
    estimated_ms: session.estimatedMs,
    pages_read: session.pagesRead,
    started_at: session.startedAt,
    ended_at: session.endedAt,
    said_at: session.saidAt,
    received_at: receivedAt,
  }
}
