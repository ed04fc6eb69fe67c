import { type Reader, runShape } from '../../db'
import type { UserPreferencesTable } from '../../db/schema/users'
import type { Viewer } from '../../kernel/viewer'

/** What the viewer prefers, by key. */
export function ownPreferences(reader: Reader, viewer: Viewer): Promise<UserPreferencesTable[]> {
  return runShape<UserPreferencesTable, { owner: number }>(
    reader,
    'preferences.own',
    { owner: viewer.userPk },
    (query, p) => query.selectFrom('user_preferences').selectAll().where('user_pk', '=', p.owner).orderBy('key'),
  )
}
