import { type RawBuilder, sql } from 'kysely'
import { valueList } from './dialect/long-lists'

/** Tables whose rows can be merged into another one: `merged_into_pk`. */
export type Merging = 'books' | 'series'

/**
 * The key for an id; for that of a merged book or series, the one it was merged into. Addresses, apps and reading
 * progress that was not sent yet have the id from before the merge.
 */
export const keyOfId = (table: Merging, id: unknown): RawBuilder<number> =>
  sql<number>`(select coalesce(named.merged_into_pk, named.pk) from ${sql.table(table)} as named where named.id = ${id})`

/** The same for several ids, as a list for `in`. */
export const keysOfIds = (table: Merging, ids: readonly string[]): RawBuilder<number> =>
  sql<number>`(select coalesce(named.merged_into_pk, named.pk) from ${sql.table(table)} as named
    where named.id in ${valueList(ids)})`
