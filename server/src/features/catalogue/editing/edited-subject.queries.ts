import type { Tx } from '../../../db'

/** The ids of edited rows and of their libraries. */
export async function editedIds(
  tx: Tx,
  kind: 'book' | 'series',
  pks: readonly number[],
): Promise<{ readonly ids: string[]; readonly libraryIds: string[] }> {
  const table = kind === 'book' ? 'books' : 'series'
  const rows = await tx.query
    .selectFrom(table)
    .innerJoin('libraries', 'libraries.pk', `${table}.library_pk`)
    .select([`${table}.id`, 'libraries.id as library_id'])
    .where(`${table}.pk`, 'in', pks)
    .execute()
  const found = rows as { readonly id: string; readonly library_id: string }[]
  return { ids: found.map(({ id }) => id), libraryIds: [...new Set(found.map(row => row.library_id))] }
}
