import { type SqlBool, sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { LONGEST_SESSION, type Sitting } from './sessions.rules'

/** Known ids of the user's sessions. */
export async function knownSessions(tx: Tx, userPk: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const values = { userPk, ids: JSON.stringify(ids.map(id => ({ id }))) }
  const rows = await runPrepared<{ id: string }, typeof values>(tx, 'sessions.known', values, (p, query) =>
    query
      .selectFrom(tx.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' }).as('asked'))
      // A cross join: SQLite without statistics would read all sessions of the user for each id.
      .crossJoin('reading_sessions')
      .whereRef('reading_sessions.id', '=', 'asked.id')
      .where('reading_sessions.user_pk', '=', p.userPk)
      .select('reading_sessions.id'),
  )
  return new Set(rows.map(row => row.id))
}

/** Measured sessions of the user on the same device that overlap with one of these. */
export async function sittingsAround(tx: Tx, userPk: number, given: readonly Sitting[]): Promise<Sitting[]> {
  if (given.length === 0) return []
  const first = Math.min(...given.map(({ start }) => start))
  const last = Math.max(...given.map(({ end }) => end)) + LONGEST_SESSION
  const values = { userPk, given: JSON.stringify(given), longest: LONGEST_SESSION, first, last }
  return runPrepared<Sitting, typeof values>(tx, 'sessions.around', values, (p, query) =>
    query
      .selectFrom(
        tx.dialect
          .jsonRows<{ device: string; start: number; end: number }>(p.given, {
            device: 'text',
            start: 'bigint',
            end: 'bigint',
          })
          .as('given'),
      )
      // A cross join: SQLite without statistics would read all sessions of the user for each of these.
      .crossJoin('reading_sessions')
      .whereRef('reading_sessions.device', '=', 'given.device')
      .where('reading_sessions.user_pk', '=', p.userPk)
      .where(sql<SqlBool>`reading_sessions.said_at > given.start`)
      .where(sql<SqlBool>`reading_sessions.said_at < given."end" + ${p.longest}`)
      .where(sql<SqlBool>`reading_sessions.said_at - (ended_at - started_at) < given."end"`)
      // For all of them at once: PostgreSQL may join by device alone.
      .where(sql<SqlBool>`reading_sessions.said_at > ${p.first}`)
      .where(sql<SqlBool>`reading_sessions.said_at < ${p.last}`)
      .where('reading_sessions.active_ms', 'is not', null)
      .distinct()
      .select(['reading_sessions.device', 'reading_sessions.said_at as end'])
      .select(sql<number>`reading_sessions.said_at - (ended_at - started_at)`.as('start')),
  )
}
