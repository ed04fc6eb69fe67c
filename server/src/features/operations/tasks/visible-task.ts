import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { isPartial, visible } from '../../people/access'

/**
 * The condition of every query of `tasks`: a viewer without access to a library doesn't see its tasks either. Tasks of
 * deleted libraries are visible to viewers of all libraries. Partial viewers see tasks of visible series and books. Of
 * those without a subject, which may be about anything, people who don't see everything see their own.
 */
export function visibleTask(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.visibility.kind === 'all') return sql<SqlBool>`1 = 1`
  if (isPartial(viewer)) {
    return sql<SqlBool>`case
      when tasks.book_id is not null then exists (select 1 from books
        where books.id = tasks.book_id and ${visible(viewer, 'books.library_pk')})
      when tasks.series_id is not null then exists (select 1 from series
        where series.id = tasks.series_id and ${visible(viewer, 'series.library_pk')})
      else tasks.library_id is null and ${isOwn(viewer)} end`
  }
  return sql<SqlBool>`case when tasks.library_id is null then ${isOwn(viewer)}
    else tasks.library_id in (select libraries.id from libraries where ${visible(viewer, 'libraries.pk')}) end`
}

/** The key is our own integer, so it is safe to inline. */
function isOwn({ userPk }: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(tasks.requested_by_pk = ${sql.lit(userPk)}, false)`
}

/** Identifies the condition, for statements that are built once. */
export function visibleTaskKey(viewer: Viewer): string {
  const key = visibilityKey(viewer)
  return viewer.visibility.kind === 'all' ? key : `${key}|${viewer.userPk}`
}
