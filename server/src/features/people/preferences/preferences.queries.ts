import { type Reader, runPrepared } from '../../../db'
import type { UserPreferencesTable } from '../../../db/schema/users'
import type { Viewer } from '../../../kernel/viewer'

/** The viewer's preferences, by key; with `keys` only those. */
export function ownPreferences(
  reader: Reader,
  viewer: Viewer,
  keys?: readonly string[],
): Promise<UserPreferencesTable[]> {
  const wanted = keys && JSON.stringify(keys.map(key => ({ key })))
  return runPrepared<UserPreferencesTable, { owner: number; wanted: string | undefined }>(
    reader,
    wanted === undefined ? 'preferences.own' : 'preferences.some',
    { owner: viewer.userPk, wanted },
    (p, query) => {
      const own = query.selectFrom('user_preferences').selectAll().where('user_pk', '=', p.owner).orderBy('key')
      if (wanted === undefined) return own
      const rows = reader.dialect.jsonRows<{ key: string }>(p.wanted, { key: 'text' }).as('wanted')
      return own.where('key', 'in', query.selectFrom(rows).select('wanted.key'))
    },
  )
}
