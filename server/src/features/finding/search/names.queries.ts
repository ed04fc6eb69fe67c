import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { columnsOf, type list, type RowShape, rowsByKeys } from '../../lists/engine'
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

/** Names by key, with the number of their series; the caller has checked access. */
export function namesByKeys(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<NameRow[]> {
  const series = sql`${seriesOfName(viewer)} limit ${sql.lit(MOST_COUNTED + 1)}`
  const shape: RowShape<NameRow, list.RowSource> = {
    entity: { table: 'facets', visible: () => sql<SqlBool>`1 = 1` },
    name: 'search names',
    shared: () => ({
      ...columnsOf('facets', ['id', 'name']),
      series_count: sql`(select count(*) from (${series}) as counted)`,
    }),
  }
  return rowsByKeys(reader, viewer, shape, pks)
}
