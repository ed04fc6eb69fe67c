import type { Reader } from '../../../db'

/** Rows that refer to files. */
export type NamingTable = 'books' | 'series' | 'libraries' | 'facets' | 'covers'

/** The referenced files by row id; null for a row without a cover. */
export async function namedCovers(
  reader: Reader,
  of: NamingTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  if (of === 'covers') {
    const pictures = await reader.query
      .selectFrom('covers')
      .select(['id', 'master'])
      .where('id', 'in', [...ids])
      .execute()
    return new Map(pictures.map(row => [row.id, row.master]))
  }
  const rows = await reader.query
    .selectFrom(of)
    .select(['id', 'cover_version'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, row.cover_version]))
}
