import { sql } from 'kysely'
import { z } from 'zod'
import { timestamp } from '../../../kernel/clock'
import { byKey, type DataPart } from '../../../platform/data-part'
import { visible } from '../../people/access'
import { logSessions } from '../reading-log'
import { LONGEST_SESSION, type Session } from './sessions.rules'

const Time = z.iso.datetime({ offset: true })
const Measured = z.int().min(0).max(10_000_000_000).nullable()
const SessionRow = z.object({
  id: z.guid(),
  book: z.string(),
  device: z.string().min(1).max(128),
  deviceName: z.string().max(200).nullable(),
  kind: z.enum(['progress', 'completed', 'reset']),
  toPage: z.int().min(1).max(10_000_000).nullable(),
  toPercentage: z.number().min(0).max(1).nullable(),
  activeMs: Measured,
  estimatedMs: Measured.default(null),
  pagesRead: z.int().min(0).max(10_000_000).nullable(),
  startedAt: Time,
  endedAt: Time,
})
type SessionRow = z.infer<typeof SessionRow>

/** Measured sessions. Places are a part of their own: importing a session moves none. */
export const SESSIONS_PART: DataPart<SessionRow> = {
  name: 'sessions',
  row: SessionRow,
  csv: [
    'id',
    'book',
    'device',
    'deviceName',
    'kind',
    'toPage',
    'toPercentage',
    'activeMs',
    'estimatedMs',
    'pagesRead',
    'startedAt',
    'endedAt',
  ],
  async *rows(reader, viewer, mentions) {
    const read = (after: number, limit: number) =>
      reader.query
        .selectFrom('reading_sessions as session')
        .innerJoin('books', 'books.pk', 'session.book_pk')
        .select([
          'session.pk',
          'session.id',
          'books.id as book',
          'books.pk as book_pk',
          'device',
          'device_name',
          'kind',
        ])
        .select(['to_page', 'to_percentage', 'active_ms', 'estimated_ms', 'pages_read', 'started_at', 'ended_at'])
        .where('session.user_pk', '=', viewer.userPk)
        .where('session.pk', '>', after)
        .where(visible(viewer, 'books.library_pk'))
        .orderBy('session.pk')
        .limit(limit)
        .execute()
    for await (const rows of byKey(read)) {
      yield rows.map(row => {
        mentions.books.add(row.book_pk)
        return {
          ...{ id: row.id, book: row.book, device: row.device, deviceName: row.device_name, kind: row.kind },
          ...{
            toPage: row.to_page,
            toPercentage: row.to_percentage,
            activeMs: row.active_ms,
            estimatedMs: row.estimated_ms,
            pagesRead: row.pages_read,
          },
          ...{ startedAt: timestamp(row.started_at), endedAt: timestamp(row.ended_at) },
        }
      })
    }
  },
  async judge({ reader, viewer, book, now }, rows) {
    const ids = JSON.stringify(rows.map(row => ({ id: row.id.toLowerCase() })))
    const found = await reader.query
      .selectFrom(reader.dialect.jsonRows<{ id: string }>(sql.val(ids), { id: 'text' }).as('asked'))
      // A cross join: SQLite without statistics would read all sessions of the user for each id.
      .crossJoin('reading_sessions')
      .whereRef('reading_sessions.id', '=', 'asked.id')
      .where('reading_sessions.user_pk', '=', viewer.userPk)
      .select('reading_sessions.id')
      .execute()
    const known = new Set(found.map(row => row.id))
    return rows.map(row => {
      if (known.has(row.id.toLowerCase())) return 'known'
      if (!book(row.book)) return 'missing'
      const [start, end] = [Date.parse(row.startedAt), Date.parse(row.endedAt)]
      return start < 0 || end < start || end > now || end - start > LONGEST_SESSION ? 'invalid' : 'taken'
    })
  },
  async save({ viewer, book, write, now }, rows) {
    const sessions = rows.flatMap((row): Session[] => {
      const bookPk = book(row.book)?.pk
      if (bookPk === undefined) return []
      const { id, book: _, startedAt, endedAt, ...rest } = row
      const ended = Date.parse(endedAt)
      return [
        { ...rest, id: id.toLowerCase(), bookPk, startedAt: Date.parse(startedAt), endedAt: ended, saidAt: ended },
      ]
    })
    await write(tx => logSessions(tx, viewer.userPk, [...new Map(sessions.map(each => [each.id, each])).values()], now))
    return []
  },
}
