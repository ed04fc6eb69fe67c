import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'

const NAMES = {
  library: { table: 'libraries', name: 'libraries.name', seenBy: 'libraries.pk' },
  series: { table: 'series', name: 'series.title', seenBy: 'series.library_pk' },
  book: { table: 'books', name: 'books.title', seenBy: 'books.library_pk' },
} as const
export type NamedScope = keyof typeof NAMES

/** The names of visible libraries, series or books, by id. */
export async function namesOf(
  reader: Reader,
  viewer: Viewer,
  scope: NamedScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { table, name, seenBy } = NAMES[scope]
  const values = { ids: JSON.stringify(ids.map(id => ({ id }))) }
  const rows = await runPrepared<{ id: string; name: string }, typeof values>(
    reader,
    `reader-profiles.${table}|${visibilityKey(viewer)}`,
    values,
    p => sql<{ id: string; name: string }>`select ${sql.ref(`${table}.id`)} as id, ${sql.ref(name)} as name
      from ${reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' })} as asked
      inner join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = asked.id
      where ${visible(viewer, seenBy)}`,
  )
  return new Map(rows.map(row => [row.id, row.name]))
}
