import { sql } from 'kysely'
import { newId } from '../../kernel/ids'
import type { Migration } from './migration'
import { no, references, required, tables } from './tables'

/** Reading sessions measured by devices, each reading of a book, and the last place of each device. */
export const readingHistory: Migration = {
  name: '0035-reading-history',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const { entity, keyed } = tables(db, dialect)
    await keyed('reading_sessions', table =>
      table
        .addColumn('id', 'text', required)
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('set null'))
        .addColumn('device', 'text', required)
        .addColumn('device_name', 'text')
        .addColumn('kind', 'text', required)
        .addColumn('to_page', 'integer')
        .addColumn('to_percentage', 'double precision')
        .addColumn('active_ms', 'bigint')
        .addColumn('pages_read', 'integer')
        .addColumn('started_at', 'bigint', required)
        .addColumn('ended_at', 'bigint', required)
        .addColumn('said_at', 'bigint', required)
        .addColumn('received_at', 'bigint', required),
    )
    await entity('readings', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('book_pk', 'bigint', references('books.pk'))
        .addColumn('completed', 'boolean', no)
        .addColumn('page', 'integer', required)
        .addColumn('started_at', 'bigint', required)
        .addColumn('ended_at', 'bigint', required),
    )
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
    for (let after = 0; ; ) {
      const { rows } = await sql<Finished>`
        select pk, user_pk, book_pk, current_page as page, started_at, completed_at as ended_at from read_progress
        where pk > ${after} and completed and completed_at is not null order by pk limit ${ROWS}`.execute(db)
      const last = rows.at(-1)
      if (last === undefined) break
      after = Number(last.pk)
      const given = dialect.jsonRows(JSON.stringify(rows.map(row => ({ ...row, id: newId() }))), {
        id: 'text',
        user_pk: 'bigint',
        book_pk: 'bigint',
        page: 'bigint',
        started_at: 'bigint',
        ended_at: 'bigint',
      })
      await sql`insert into readings (id, user_pk, book_pk, completed, page, started_at, ended_at)
        select id, user_pk, book_pk, true, page, started_at, ended_at from ${given} as given`.execute(db)
    }
  },
}

interface Finished {
  readonly pk: number
  readonly user_pk: number
  readonly book_pk: number
  readonly page: number
  readonly started_at: number
  readonly ended_at: number
}

/** Of one statement. */
const ROWS = 1000

const STATEMENTS: readonly string[] = [
  'create unique index reading_sessions_of_user on reading_sessions (user_pk, id)',
  'create index reading_sessions_of_device on reading_sessions (user_pk, device, said_at)',
  'create index reading_sessions_by_time on reading_sessions (user_pk, ended_at)',
  'create index reading_sessions_of_book on reading_sessions (book_pk)',
  'create unique index readings_of_user on readings (user_pk, book_pk, started_at)',
  'create index readings_by_time on readings (user_pk, ended_at, pk)',
  'create index readings_of_book on readings (book_pk)',
  'alter table place_history add column devices text',
]
