import type { Reader } from '../../../db'
import type { ParserPool } from '../../../workers/pool.types'
import { type LibraryNamer, libraryNamer } from './namer'

/** The rules of every library, by its key. */
export async function libraryNamers(
  reader: Reader,
  pool: Pick<ParserPool, 'names'>,
): Promise<(libraryPk: number) => LibraryNamer> {
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
  const namers = new Map(rows.map(row => [row.pk, libraryNamer(pool, row)]))
  const usual = libraryNamer(pool, null)
  return pk => namers.get(pk) ?? usual
}
