import { sql } from 'kysely'
import { mainColorOf } from '../../kernel/main-color'
import type { Migration } from './migration'

/** The main colour of a cover becomes its most vivid one instead of its average. */
export const vividColours: Migration = {
  name: '0032-vivid-colours',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    for (const table of ['books', 'series'] as const) {
      for (let after = 0; ; ) {
        const { rows } = await sql<{ readonly pk: number; readonly thumb_hash: string }>`
          select pk, thumb_hash from ${sql.table(table)} where pk > ${after} and thumb_hash is not null
          order by pk limit ${ROWS}`.execute(db)
        const last = rows.at(-1)
        if (last === undefined) break
        after = Number(last.pk)
        const colours = JSON.stringify(rows.map(({ pk, thumb_hash }) => ({ pk, color: mainColorOf(thumb_hash) })))
        await sql`update ${sql.table(table)} set main_color = v.color
          from ${dialect.jsonRows(colours, { pk: 'bigint', color: 'text' })} as v
          where ${sql.table(table)}.pk = v.pk`.execute(db)
      }
    }
  },
}

/** Of one statement. */
const ROWS = 1000
