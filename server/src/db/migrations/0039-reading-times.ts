import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables, zero } from './tables'

/** Reading time in sums by quarter of an hour, and by month, book and device: statistics of years read few rows. */
export const readingTimes: Migration = {
  name: '0039-reading-times',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const { keyed, table } = tables(db, dialect)
    await table('reading_quarters', columns =>
      columns
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('quarter', 'bigint', required)
        .addColumn('measured_ms', 'bigint', zero)
        .addColumn('estimated_ms', 'bigint', zero)
        .addColumn('pages', 'bigint', zero)
        .addColumn('sessions', 'integer', zero)
        .addColumn('untimed', 'integer', zero)
        .addColumn('unpaged', 'integer', zero)
        .addPrimaryKeyConstraint('reading_quarters_key', ['user_pk', 'quarter']),
    )
    await keyed('reading_months', columns =>
      columns
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('month', 'integer', required)
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('set null'))
        .addColumn('device', 'text', required)
        .addColumn('device_name', 'text')
        .addColumn('measured_ms', 'bigint', zero)
        .addColumn('estimated_ms', 'bigint', zero)
        .addColumn('pages', 'bigint', zero)
        .addColumn('sessions', 'integer', zero)
        .addColumn('finished', 'integer', zero)
        .addColumn('last_at', 'bigint', required),
    )
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
    const month =
      dialect.kind === 'postgres'
        ? `extract(year from at)::int * 12 + extract(month from at)::int - 1`
        : `cast(strftime('%Y', at) as integer) * 12 + cast(strftime('%m', at) as integer) - 1`
    const at =
      dialect.kind === 'postgres'
        ? `to_timestamp(started_at / 1000.0) at time zone 'utc'`
        : `datetime(started_at / 1000, 'unixepoch')`
    await sql.raw(sums(at, month)).execute(db)
  },
}

const STATEMENTS: readonly string[] = [
  'alter table reading_sessions add column estimated_ms bigint',
  'alter table place_history add column sitting text',
  'create index reading_months_of_user on reading_months (user_pk, month, book_pk, device)',
  'create index reading_months_of_book on reading_months (book_pk)',
  'drop index reading_sessions_by_time',
  'create index reading_sessions_by_start on reading_sessions (user_pk, started_at)',
  'create index readings_finished on readings (user_pk, ended_at, book_pk) where completed',
  // Quarters of an hour since 1970: days of every time zone begin at one.
  `insert into reading_quarters (user_pk, quarter, measured_ms, pages, sessions, untimed, unpaged)
    select user_pk, started_at / 900000, sum(coalesce(active_ms, 0)), sum(coalesce(pages_read, 0)), count(*),
      count(*) - count(active_ms), count(*) - count(pages_read)
    from reading_sessions where kind <> 'reset' group by user_pk, started_at / 900000`,
]

function sums(at: string, month: string): string {
  return `insert into reading_months
      (user_pk, month, book_pk, device, device_name, measured_ms, pages, sessions, finished, last_at)
    select user_pk, ${month}, book_pk, device, max(device_name), sum(coalesce(active_ms, 0)),
      sum(coalesce(pages_read, 0)), count(*), sum(case when kind = 'completed' then 1 else 0 end), max(ended_at)
    from (select reading_sessions.*, ${at} as at from reading_sessions where kind <> 'reset') as dated
    group by user_pk, ${month}, book_pk, device`
}
