import { Database } from 'bun:sqlite'
import { copiedTables } from '../../../server/src/db/transfer'

/** On SQLite the signing key is a file. A copy to PostgreSQL puts it into this table. */
const KEYS = 'server_secrets'

/** Compares all rows of two SQLite files by SQL alone: a sentence for each table that differs, and the number of rows. */
export function differingTables(
  one: string,
  other: string,
): { readonly faults: readonly string[]; readonly rows: number } {
  const database = new Database(one, { readwrite: true, create: false })
  try {
    database.run('attach ? as other', [other])
    let rows = 0
    const tables = copiedTables().filter(table => table !== KEYS)
    const faults = tables.flatMap(table => {
      const columns = database.query<{ name: string }, [string]>('select name from pragma_table_info(?) order by name')
      const names = columns.all(table).map(({ name }) => `"${name}"`)
      const count = (sql: string) =>
        database.query<{ count: number }, []>(`select count(*) as count from ${sql}`).get()?.count
      const missing = (from: string, there: string) =>
        count(`(select ${names} from ${from}."${table}" except select ${names} from ${there}."${table}")`)
      const counts = [count(`main."${table}"`), count(`other."${table}"`)]
      rows += counts[0] ?? 0
      const lost = [missing('main', 'other'), missing('other', 'main')]
      const same = counts[0] === counts[1] && lost.every(each => each === 0)
      return same ? [] : [`${table}: ${counts.join(' and ')} rows, ${lost.join(' and ')} differ`]
    })
    return { faults, rows }
  } finally {
    database.close()
  }
}
