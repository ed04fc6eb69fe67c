import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { QUARTERS_A_BLOCK } from './spans'

const SUMS = ['measured_ms', 'estimated_ms', 'pages', 'sessions'] as const
const TIMES = [...SUMS, 'untimed', 'unpaged'] as const
const ENDS = [...SUMS, 'finished'] as const

/** Users with sums of reading time, in order. */
export async function readersAfter(reader: Reader, userPk: number, limit: number): Promise<readonly number[]> {
  const rows = await reader.run<{ pk: number }>(
    `select pk from users where pk > $1 and exists (select 1 from reading_quarters where user_pk = users.pk)
      order by pk limit ${limit}`,
    [userPk],
  )
  return rows.map(({ pk }) => Number(pk))
}

/** Adds to a user's sums by six hours and by device what they lack of those by quarter of an hour and by book. */
export async function repairSumsOf(tx: Tx, userPk: number): Promise<void> {
  // Two processes would both add the same difference.
  await tx.dialect.lockName('octavo reading sums').execute(tx.query)
  // A difference stays right if sessions are logged meanwhile: they add to both sums.
  const block = sql`quarter / ${sql.lit(QUARTERS_A_BLOCK)}`
  await sql`insert into reading_blocks (user_pk, block, ${names(TIMES)})
    select whole.user_pk, whole.block, ${differences(TIMES)}
    from (select user_pk, ${block} as block, ${totals(TIMES)}
        from reading_quarters where user_pk = ${userPk} group by user_pk, ${block}) as whole
      left join reading_blocks as known on known.user_pk = whole.user_pk and known.block = whole.block
    where ${differs(TIMES)}
    on conflict (user_pk, block) do update set ${additions('reading_blocks', TIMES)}`.execute(tx.query)
  await sql`insert into reading_devices (user_pk, month, device, device_name, ${names(ENDS)}, last_at)
    select whole.user_pk, whole.month, whole.device, whole.device_name, ${differences(ENDS)}, whole.last_at
    from (select user_pk, month, device, max(device_name) as device_name, ${totals(ENDS)}, max(last_at) as last_at
        from reading_months where user_pk = ${userPk} group by user_pk, month, device) as whole
      left join reading_devices as known
        on known.user_pk = whole.user_pk and known.month = whole.month and known.device = whole.device
    where ${differs(ENDS)}
    on conflict (user_pk, month, device) do update set ${additions('reading_devices', ENDS)},
      last_at = case when excluded.last_at > reading_devices.last_at then excluded.last_at
        else reading_devices.last_at end`.execute(tx.query)
}

type Names = readonly string[]

const list = (columns: Names, of: (name: string) => RawBuilder<unknown>) => sql.join(columns.map(of))
const names = (columns: Names) => list(columns, name => sql.ref(name))
const totals = (columns: Names) => list(columns, name => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`)
const difference = (name: string) => sql`whole.${sql.ref(name)} - coalesce(known.${sql.ref(name)}, 0)`
const differences = (columns: Names) => list(columns, difference)
const differs = (columns: Names) =>
  sql.join(
    columns.map(name => sql`${difference(name)} <> 0`),
    sql` or `,
  )
const additions = (table: string, columns: Names) =>
  list(columns, name => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`)
