import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey } from '../../people/access'
import { seriesOfName } from './search-sources'

/** Maximum number of counted series per name. */
export const MOST_COUNTED = 500

export interface NameRow {
  readonly pk: number
  readonly id: string
  readonly name: string
  /** Number of visible series, at most `MOST_COUNTED` and one. */
  readonly series_count: number
}

/** Names by key, with the number of their series. */
export async function namesByKeys(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<NameRow[]> {
  if (pks.length === 0) return []
  const values = { chosen: JSON.stringify(pks.map(pk => ({ pk }))) }
  return runPrepared<NameRow, typeof values>(reader, `search.names|${visibilityKey(viewer)}`, values, (p, query) => {
    const counted = sql<number>`(select count(*) from (
      ${seriesOfName(viewer)} limit ${sql.lit(MOST_COUNTED + 1)}) as counted)`
    return query
      .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' }).as('chosen'))
      .crossJoin('facets')
      .whereRef('facets.pk', '=', 'chosen.pk')
      .select(['facets.pk', 'facets.id', 'facets.name', counted.as('series_count')])
  })
}
