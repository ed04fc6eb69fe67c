import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables, zero } from './tables'

/** Reading time in sums of six hours and by device, so that statistics of years do not add up quarters of an hour. */
export const readingBlocks: Migration = {
  name: '0049-reading-blocks',
  // An older process would log sessions without these sums.
  compatibleFrom: null,
  up: async (db, dialect) => {
    const { table } = tables(db, dialect)
    await table('reading_blocks', columns =>
      columns
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('block', 'bigint', required)
        .addColumn('measured_ms', 'bigint', zero)
        .addColumn('estimated_ms', 'bigint', zero)
        .addColumn('pages', 'bigint', zero)
        .addColumn('sessions', 'integer', zero)
        .addColumn('untimed', 'integer', zero)
        .addColumn('unpaged', 'integer', zero)
        .addPrimaryKeyConstraint('reading_blocks_key', ['user_pk', 'block']),
    )
    await table('reading_devices', columns =>
      columns
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('month', 'integer', required)
        .addColumn('device', 'text', required)
        .addColumn('device_name', 'text')
        .addColumn('measured_ms', 'bigint', zero)
        .addColumn('estimated_ms', 'bigint', zero)
        .addColumn('pages', 'bigint', zero)
        .addColumn('sessions', 'integer', zero)
        .addColumn('finished', 'integer', zero)
        .addColumn('last_at', 'bigint', required)
        .addPrimaryKeyConstraint('reading_devices_key', ['user_pk', 'month', 'device']),
    )
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const sums = (names: readonly string[]) => names.map(name => `sum(${name})`).join()
const SUMMED = ['measured_ms', 'estimated_ms', 'pages', 'sessions']
const OF_BLOCKS = [...SUMMED, 'untimed', 'unpaged']
const OF_DEVICES = [...SUMMED, 'finished']

const STATEMENTS: readonly string[] = [
  `insert into reading_blocks (user_pk, block, ${OF_BLOCKS})
    select user_pk, quarter / 24, ${sums(OF_BLOCKS)} from reading_quarters group by user_pk, quarter / 24`,
  `insert into reading_devices (user_pk, month, device, device_name, ${OF_DEVICES}, last_at)
    select user_pk, month, device, max(device_name), ${sums(OF_DEVICES)}, max(last_at)
    from reading_months group by user_pk, month, device`,
  'alter table reading_months add column logged_for bigint',
  'update reading_months set logged_for = book_pk',
  // Six hours in which a day begins are divided by their quarters of an hour.
  'create index reading_quarters_of_day on reading_quarters (user_pk, (quarter % 96), quarter)',
]
