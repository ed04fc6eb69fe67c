import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../kernel/viewer'
import { visible } from '../access'

/**
 * The condition that every query of `tasks` joins: who may not see a library, does not see its tasks either. Tasks of
 * a library that is gone are seen by those who see all of them.
 */
export function visibleTask(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.visibility.kind === 'all') return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(tasks.library_id is null or tasks.library_id in (select libraries.id from libraries where ${visible(viewer, 'libraries.pk')}))`
}
