import type { Reader } from '../../../db'

/** The covers that rows name, by the id of the book or series; one without a cover is there with null. */
export async function namedCovers(
  reader: Reader,
  of: 'books' | 'series',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom(of)
    .select(['id', 'cover_version'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, row.cover_version]))
}
