import type { Selectable } from 'kysely'
import type { Reader } from '../../db'
import type { LibrariesTable } from '../../db/schema/libraries'
import { notFound } from '../../kernel/app-error'
import { sortKey } from '../../kernel/text'
import type { Viewer } from '../../kernel/viewer'
import { visible } from '../access'

export type LibraryRow = Selectable<LibrariesTable>

/** All libraries that the viewer may see, by name: there are never more than a person makes by hand. */
export async function allLibraries(reader: Reader, viewer: Viewer): Promise<LibraryRow[]> {
  const rows = await reader.query
    .selectFrom('libraries')
    .selectAll()
    .where(visible(viewer, 'libraries.pk'))
    .orderBy('pk')
    .execute()
  const keyed = rows.map(row => ({ row, key: Buffer.from(sortKey(row.name)) }))
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ row }) => row)
}

/** @throws NotFound, the same for a missing and a hidden one */
export async function findLibrary(reader: Reader, viewer: Viewer, id: string): Promise<LibraryRow> {
  const row = await reader.query
    .selectFrom('libraries')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .where(visible(viewer, 'libraries.pk'))
    .executeTakeFirst()
  if (!row) throw notFound('Library')
  return row
}
