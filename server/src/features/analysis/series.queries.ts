import type { Reader } from '../../db'

/** Keys of series, of all when no ids are given. */
export async function seriesToNumber(reader: Reader, ids: readonly string[] | null): Promise<number[]> {
  if (ids?.length === 0) return []
  let query = reader.query.selectFrom('series').select('pk').orderBy('pk')
  if (ids) query = query.where('id', 'in', ids)
  return (await query.execute()).map(row => row.pk)
}
