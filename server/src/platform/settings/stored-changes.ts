import { isSettingKey, type SettingKey } from '../../config'
import type { Reader } from '../../db'
import { SETTING_SPECS, storedValue } from './setting-table'
import { type SettingRow, storedSettings } from './settings.queries'

/** Values changed in the app and not reset, by key, even if this process overrides them. */
export async function storedChanges(reader: Reader): Promise<ReadonlyMap<SettingKey, unknown>> {
  return changesOf(await storedSettings(reader))
}

export function changesOf(rows: ReadonlyMap<string, SettingRow>): ReadonlyMap<SettingKey, unknown> {
  return new Map(
    SETTING_SPECS.flatMap(spec => {
      const row = rows.get(spec.key)
      if (spec.changes === null || !row?.is_set || !isSettingKey(spec.key)) return []
      return [[spec.key, storedValue(spec, row.value)] as const]
    }),
  )
}
