import type { Selectable } from 'kysely'
import { type Reader, runPrepared } from '../../db'
import type { SettingChangesTable, SettingsTable } from '../../db/schema/engine'

/** A setting that was set, or set and reset. */
export type SettingRow = Selectable<SettingsTable> & {
  readonly updated_by: string | null
  readonly updated_by_name: string | null
}

/** All settings that were ever changed, by key. */
export async function storedSettings(reader: Reader): Promise<ReadonlyMap<string, SettingRow>> {
  const rows = await runPrepared<SettingRow, Record<string, never>>(reader, 'settings.all', {}, (_p, query) =>
    query
      .selectFrom('settings')
      .leftJoin('users', 'users.pk', 'settings.updated_by_pk')
      .selectAll('settings')
      .select(['users.id as updated_by', 'users.username as updated_by_name']),
  )
  return new Map(rows.map(row => [row.key, row]))
}

/** Former values of a setting, latest change first. */
export function settingHistory(reader: Reader, key: string, limit: number): Promise<Selectable<SettingChangesTable>[]> {
  return reader.query
    .selectFrom('setting_changes')
    .selectAll()
    .where('key', '=', key)
    .orderBy('pk', 'desc')
    .limit(limit)
    .execute()
}
