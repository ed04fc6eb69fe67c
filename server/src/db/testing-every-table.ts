import { Database } from 'bun:sqlite'
import { connect } from './connect'
import { createAnyRows } from './testing-any-row'
import { readSchema } from './testing-schema'
import { copiedTables } from './transfer'

/** Puts two rows into every table of a data folder, with text that databases treat differently. */
export async function fillEveryTable(dataDir: string): Promise<void> {
  const connection = await connect({ databaseUrl: null, dataDir })
  await connection.write(async tx => {
    const rows = await createAnyRows(tx, await readSchema(tx))
    for (const table of copiedTables()) {
      for (const _ of [1, 2]) {
        const given: Record<string, unknown> = table === 'ratings' ? { series_pk: await rows.series(), rating: 80 } : {}
        // SQLite allows null in text keys.
        const keys = await tx.run<{ name: string }>(
          `select name from pragma_table_info('${table}') where pk > 0 and name <> 'pk' and "notnull" = 0`,
          [],
        )
        for (const { name } of keys) given[name] = await rows.value(table, name)
        await rows.insert(table, given)
      }
    }
    await tx.run(
      `update series set title = 'Zoë "quoted" {a,b} \\ 山田 NULL', year = null, max_chapter = 12.5 where pk = 1`,
      [],
    )
    await tx.run(`update books set merged_into_pk = (select max(pk) from books) where pk = 1`, [])
    // A deleted row's key is not reused.
    await tx.run(`insert into sharing_sets (pk, tags_key) values (777, 'gone')`, [])
    await tx.run(`delete from sharing_sets where pk = 777`, [])
  })
  await connection.close()
}

/** Every row of a SQLite file as sqlite3 prints it, sorted. */
export function everyRow(path: string): Record<string, unknown[]> {
  const database = new Database(path, { readwrite: true, create: false })
  try {
    return Object.fromEntries(
      [...copiedTables(), 'average_ratings'].map(table => {
        const columns = (
          database.query(`select name from pragma_table_info('${table}') order by name`).values() as string[][]
        )
          .flat()
          .filter(name => table !== 'average_ratings' || name !== 'pk')
        return [table, database.query(`select ${columns.join()} from ${table} order by ${columns.join()}`).values()]
      }),
    )
  } finally {
    database.close()
  }
}
