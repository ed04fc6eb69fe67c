import { fieldsOfReader } from '@octavo/contract/fields'
import { GUARDED_LIST_FIELDS, SERIES_LIST_FIELDS } from '@octavo/contract/list-fields'
import { type SqlBool, sql } from 'kysely'
import type { Entity } from '../../lists/engine'
import { libraryScope, visible } from '../../people/access'
import { scoresOf } from '../external'
import { isWanted, libraryTotal } from '../items'
import { SERIES_FIELD_SQL, SERIES_SORTS } from './series-fields'

/** The list entity of series. A series without live books is never listed. */
export const SERIES: Entity = {
  noun: 'Series',
  table: 'series',
  merging: 'series',
  live: sql`series.book_count > 0`,
  visible: viewer => visible(viewer, 'series.library_pk'),
  scopes: { library: { column: sql`series.library_pk`, field: 'libraryId', find: libraryScope } },
  fieldKinds: SERIES_LIST_FIELDS,
  guards: GUARDED_LIST_FIELDS,
  fields: SERIES_FIELD_SQL,
  sorts: SERIES_SORTS,
  defaultSort: [{ field: 'name', direction: 'asc' }],
  subsets: {
    'in progress': {
      source: (_statement, p) => ({
        from: sql`series_progress`,
        where: sql<SqlBool>`series.pk = series_progress.series_pk and series_progress.user_pk = ${p.userPk}`,
      }),
      order: {
        column: sql`series_progress.last_read_at`,
        nullable: false,
        followedBy: [{ column: sql`series_progress.series_pk`, nullable: false }],
      },
      where: sql`series_progress.completed_count + series_progress.in_progress_count > 0
        and series_progress.completed_count < series.book_count`,
    },
  },
  scores: {
    ...scoresOf('series_pk'),
    progress: userPk => sql`(select series_pk as item_pk, last_read_at as value from series_progress
      where user_pk = ${userPk})`,
  },
  progress: { table: 'series_progress', item: 'series_pk', fields: fieldsOfReader(SERIES_LIST_FIELDS) },
  marked: userPk => isWanted('series', userPk),
  words: { table: 'series' },
  total: statement => libraryTotal(statement, 'series'),
}
