import { type Reader, runShape } from '../../db'
import type { SettingsTable } from '../../db/schema/engine'

/** Every setting that somebody has set, by key. */
export async function storedSettings(reader: Reader): Promise<ReadonlyMap<string, SettingsTable>> {
  const rows = await runShape<SettingsTable, Record<string, never>>(reader, 'settings.all', {}, query =>
    query.selectFrom('settings').selectAll(),
  )
  return new Map(rows.map(row => [row.key, row]))
}
