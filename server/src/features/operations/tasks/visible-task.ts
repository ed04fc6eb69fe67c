import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../kernel/viewer'
import { isPartial, visible } from '../../people/access'

/**
 * The condition of every query of `tasks`: a viewer without access to a library doesn't see its tasks either. Tasks of
 * deleted libraries are visible to viewers of all libraries. Partial viewers see tasks of visible series and books, and
 * those without a subject.
 */
export function visibleTask(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.visibility.kind === 'all') return sql<SqlBool>`1 = 1`
  if (isPartial(viewer)) {
    return sql<SqlBool>`case
      when tasks.book_id is not null then exists (select 1 from books
        where books.id = tasks.book_id and ${visible(viewer, 'books.library_pk')})
      when tasks.series_id is not null then exists (select 1 from series
        where series.id = tasks.series_id and ${visible(viewer, 'series.library_pk')})
      else tasks.library_id is null end`
  }
  return sql<SqlBool>`(tasks.library_id is null or tasks.library_id in (select libraries.id from libraries where ${visible(viewer, 'libraries.pk')}))`
}
