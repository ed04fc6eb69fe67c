import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'

/** What people have set at other sites for a book or series, and what they have deleted of its files. */
export interface OwnElsewhere {
  readonly ids: readonly OwnId[]
  readonly links: readonly OwnLink[]
}

interface Own {
  readonly source: string
  /** The file's is deleted. */
  readonly removed: boolean | number
}
export interface OwnId extends Own {
  readonly external_id: string
}
export interface OwnLink extends Own {
  readonly url: string
}

type OwnerColumn = 'book_pk' | 'series_pk'
const NOTHING: OwnElsewhere = { ids: [], links: [] }

/** By the keys of books or series. */
export async function ownElsewhere(
  reader: Reader,
  column: OwnerColumn,
  pks: readonly number[],
): Promise<(pk: number) => OwnElsewhere> {
  const wanted = reader.dialect.jsonRows<{ pk: number }>(JSON.stringify(pks.map(pk => ({ pk }))), { pk: 'bigint' })
  const isOwn = sql<SqlBool>`origin = 'person' and ${sql.ref(column)} in (select pk from ${wanted} as chosen)`
  const common = [`${column} as owner_pk`, 'source', 'removed'] as const
  const [ids, links] = await Promise.all([
    reader.query
      .selectFrom('external_ids')
      .select([...common, 'external_id'])
      .where(isOwn)
      .orderBy('source')
      .execute(),
    reader.query
      .selectFrom('external_links')
      .select([...common, 'url'])
      .where(isOwn)
      .orderBy('source')
      .execute(),
  ])
  const byOwner = {
    ids: Map.groupBy(ids, row => row.owner_pk),
    links: Map.groupBy(links, row => row.owner_pk),
  }
  return pk => ({
    ids: byOwner.ids.get(pk) ?? NOTHING.ids,
    links: byOwner.links.get(pk) ?? NOTHING.links,
  })
}
