import type { Reader } from '../../../db'
import type { Naming } from '../../../naming/naming'
import { namingOfRow } from './naming-row'

/** The rules of every library, by its key. */
export async function libraryNamings(reader: Reader): Promise<(libraryPk: number) => Naming> {
  const rows = await reader.query
    .selectFrom('libraries')
    .select([
      'pk',
      'series_strategy',
      'series_config',
      'book_strategy',
      'book_config',
      'number_strategy',
      'title_rules',
    ])
    .execute()
  const namings = new Map(rows.map(row => [row.pk, namingOfRow(row)]))
  const usual = namingOfRow(null)
  return pk => namings.get(pk) ?? usual
}
