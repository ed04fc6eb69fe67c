import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../kernel/viewer'

/**
 * The condition that every query of the catalogue joins: which libraries are there for the viewer.
 * `libraryPk` is the column that holds the row's library, as in `books.library_pk`.
 */
export function visible(viewer: Viewer, libraryPk: string): Expression<SqlBool> {
  const { visibility } = viewer
  if (visibility.kind === 'all') return sql<SqlBool>`1 = 1`
  if (visibility.libraryPks.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`${sql.ref(libraryPk)} in (${sql.join(visibility.libraryPks.map(integer))})`
}

/** Names the viewer's visibility in the key of a kept statement: the same name, the same SQL. */
export function visibilityKey(viewer: Viewer): string {
  const { visibility } = viewer
  return visibility.kind === 'all' ? 'all' : `libraries:${visibility.libraryPks.join(',')}`
}

/** Keys are whole numbers of our own, so they may stand in the SQL itself. */
function integer(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no key`)
  return sql.raw(String(value))
}
