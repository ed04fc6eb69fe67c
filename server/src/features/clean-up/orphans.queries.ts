import type { Reader } from '../../db'

/** The covers that rows name, by the id of the book; a book without a cover is there with null. */
export async function namedCovers(
  reader: Reader,
  bookIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (bookIds.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('books')
    .select(['id', 'cover_version'])
    .where('id', 'in', [...bookIds])
    .execute()
  return new Map(rows.map(row => [row.id, row.cover_version]))
}
