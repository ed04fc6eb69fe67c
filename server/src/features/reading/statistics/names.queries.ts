import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

export interface Named {
  readonly pk: number
  readonly id: string
  readonly name: string
}

/** Ids and titles of visible series or books. */
export async function titlesOf(
  reader: Reader,
  viewer: Viewer,
  of: 'series' | 'books',
  pks: readonly number[],
): Promise<ReadonlyMap<number, Named>> {
  if (pks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom(of)
    .select([`${of}.pk`, `${of}.id`, `${of}.title as name`])
    .where(`${of}.pk`, 'in', pks)
    .where(visible(viewer, `${of}.library_pk`))
    .execute()
  return new Map(rows.map(row => [row.pk, row]))
}

/** Ids and names of names with visible books. */
export async function namesByKey(reader: Reader, pks: readonly number[]): Promise<ReadonlyMap<number, Named>> {
  if (pks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('facets')
    .select(['pk', 'id', 'name'])
    .where('pk', 'in', pks)
    .where(sql<SqlBool>`alias_of is null`)
    .execute()
  return new Map(rows.map(row => [row.pk, row]))
}
