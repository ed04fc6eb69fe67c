import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer, Visibility } from '../../../kernel/viewer'

type Partial = Extract<Visibility, { kind: 'series' }>

/**
 * The library column of a row, which also tells its type: visibility of series and books depends on their series, that
 * of libraries and folders on the library. Everything else concerns a whole library.
 */
export type VisibleBy = keyof typeof SUBJECTS

const SUBJECTS = {
  'series.library_pk': 'series',
  'books.library_pk': 'book',
  'libraries.pk': 'library',
  'library_folders.library_pk': 'library',
  'scans.library_pk': 'whole',
  'schedules.library_pk': 'library',
} as const

/**
 * The visibility condition that every catalogue query must include. Without rules it is empty; a book is checked by the
 * row of its series, found by primary key.
 */
export function visible(viewer: Viewer, by: VisibleBy): Expression<SqlBool> {
  const { visibility } = viewer
  if (visibility.kind === 'all') return sql<SqlBool>`1 = 1`
  if (visibility.kind === 'libraries') return among(by, visibility.libraryPks)
  switch (SUBJECTS[by]) {
    case 'series':
      return visibleSeries(visibility, 'series')
    case 'book':
      return sql<SqlBool>`exists (select 1 from series as seen
        where seen.pk = books.series_pk and ${visibleSeries(visibility, 'seen')})`
    case 'library':
      return visibility.libraryPks === null ? sql<SqlBool>`1 = 1` : among(by, visibility.libraryPks)
    case 'whole':
      return sql<SqlBool>`1 = 0`
  }
}

/** Whether the viewer sees libraries in part only: totals of a library would reveal hidden items. */
export function isPartial(viewer: Viewer): boolean {
  return viewer.visibility.kind === 'series'
}

function visibleSeries({ libraryPks, sharing, age }: Partial, alias: 'series' | 'seen'): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const parts: Expression<SqlBool>[] = []
  if (libraryPks !== null) parts.push(among(`${alias}.library_pk`, libraryPks))
  if (sharing) parts.push(orNone(column('sharing_set_pk'), sharing.untagged, listed(sharing.setPks)))
  if (age) parts.push(orNone(column('age'), age.unrated, sql`<= ${integer(age.limit)}`))
  return parts.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

function orNone(column: RawBuilder<unknown>, none: boolean, test: RawBuilder<unknown> | null): Expression<SqlBool> {
  const held = test === null ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} ${test}`
  return none ? sql<SqlBool>`(${column} is null or ${held})` : sql<SqlBool>`(${column} is not null and ${held})`
}

function among(column: string, pks: readonly number[]): Expression<SqlBool> {
  const list = listed(pks)
  return list === null ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} ${list}`
}

function listed(pks: readonly number[]): RawBuilder<unknown> | null {
  return pks.length === 0 ? null : sql`in (${sql.join(pks.map(integer))})`
}

/** Keys and ages are our own integers, so they are safe to inline in the SQL. */
function integer(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no key`)
  return sql.raw(String(value))
}
