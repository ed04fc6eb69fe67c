import { sql } from 'kysely'
import { runPrepared, type Tx, updateRows } from '../../../db'
import { foldedOrNull } from '../../../kernel/text'

/** Columns of series that store names of a kind, set by people or taken from the first book. */
const COLUMNS: Readonly<Record<string, 'authors' | 'publisher' | 'imprint'>> = {
  author: 'authors',
  publisher: 'publisher',
  imprint: 'imprint',
}

/** Changes the names of a kind stored with some series; `change` returns the new value of a column. */
export async function renameInSeries(
  tx: Tx,
  kind: string,
  pks: readonly number[],
  change: (value: string, pk: number) => string | null,
  now: number,
): Promise<void> {
  const column = COLUMNS[kind]
  if (!column || pks.length === 0) return
  const rows = await runPrepared(tx, `series.names|${column}`, { pks: JSON.stringify(pks) }, (p, query) =>
    query
      .selectFrom('series')
      .select(['pk', `${column} as value`])
      .where(column, 'is not', null)
      .where(tx.dialect.isKeyOf(sql.ref('series.pk'), p.pks))
      .$castTo<{ pk: number; value: string }>(),
  )
  const changed = rows.flatMap(({ pk, value }) => {
    const next = change(value, pk)
    const folded = column === 'publisher' && { publisher_folded: foldedOrNull(next) }
    return next === value ? [] : [{ pk, [column]: next, ...folded, updated_at: now }]
  })
  await updateRows(tx, 'series', 'renamed', changed)
}
