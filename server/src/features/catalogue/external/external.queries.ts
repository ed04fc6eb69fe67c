import type { ExternalSubject } from '@octavo/contract/external-sources'
import type { ExternalOrigin } from '@octavo/contract/series-side'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { columnOf, type ExternalTable } from './external.store'

interface Said {
  readonly owner_pk: number
  readonly id: string
  readonly source: string
  readonly origin: ExternalOrigin
  readonly created_at: number
  readonly updated_at: number
}

export interface ExternalIdRow extends Said {
  readonly external_id: string
  readonly external_url: string | null
  readonly metadata_hash: string | null
  readonly last_synced_at: number | null
}

export interface ExternalLinkRow extends Said {
  readonly url: string
  readonly external_id: string | null
}

export interface ExternalRatingRow extends Said {
  readonly rating: number
  readonly vote_count: number | null
}

interface Rows {
  readonly external_ids: ExternalIdRow
  readonly external_links: ExternalLinkRow
  readonly external_ratings: ExternalRatingRow
}

const COLUMNS = {
  external_ids: ['external_id', 'external_url', 'metadata_hash', 'last_synced_at'],
  external_links: ['url', 'external_id'],
  external_ratings: ['rating', 'vote_count'],
} as const

/** The shown rows of `said`: a person's row or tombstone overrides the file's, as does a person's link with the same address. */
export function isShown(table: ExternalTable, column: 'series_pk' | 'book_pk'): RawBuilder<SqlBool> {
  const isSame =
    table === 'external_links'
      ? sql`(own.source = said.source or (own.url = said.url and not own.removed))`
      : sql`own.source = said.source`
  return sql<SqlBool>`not said.removed and (said.origin = 'person' or not exists (select 1 from ${sql.table(table)} as own
    where own.${sql.ref(column)} = said.${sql.ref(column)} and ${isSame} and own.origin = 'person'))`
}

/** External ids, links or ratings by key, ordered by source, in one query; the caller has checked access. */
export async function externalOf<Table extends ExternalTable>(
  reader: Reader,
  table: Table,
  kind: ExternalSubject,
  pks: readonly number[],
): Promise<ReadonlyMap<number, readonly Rows[Table][]>> {
  if (pks.length === 0) return new Map()
  const column = columnOf({ kind })
  const columns = ['id', 'source', 'origin', 'created_at', 'updated_at', ...COLUMNS[table]]
  const values = { owners: JSON.stringify(pks.map(pk => ({ pk }))) }
  const rows = await runPrepared<Rows[Table], typeof values>(reader, `${table}.of-${kind}`, values, p => {
    const wanted = reader.dialect.jsonRows<{ pk: number }>(p.owners, { pk: 'bigint' })
    return sql<Rows[Table]>`select said.${sql.ref(column)} as owner_pk,
        ${sql.join(columns.map(name => sql`said.${sql.ref(name)}`))}
      from ${wanted} as wanted cross join ${sql.table(table)} as said
      where said.${sql.ref(column)} = wanted.pk and ${isShown(table, column)} order by said.source`
  })
  return Map.groupBy(rows, row => row.owner_pk)
}
