import type { Tx } from '../../db'
import { AppError } from '../../kernel/app-error'
import { RUNTIME_SETTINGS, type RuntimeChanges, type RuntimeKey } from './runtime-settings'

/**
 * Writes settings and tells every process. Call `forget` of the process's own after the commit.
 * @throws BadRequest for a value that the setting does not take
 */
export async function saveSettings(
  tx: Tx,
  changes: RuntimeChanges,
  { now, byPk }: { readonly now: number; readonly byPk: number | null },
): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    const parsed = RUNTIME_SETTINGS[key as RuntimeKey].schema.safeParse(value)
    if (!parsed.success) throw new AppError('BadRequest', `${key}: ${parsed.error.issues[0]?.message ?? 'not valid'}`)
    const row = { value: JSON.stringify(parsed.data), updated_at: now, updated_by_pk: byPk }
    await tx.query
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict(conflict => conflict.column('key').doUpdateSet(row))
      .execute()
  }
  if (Object.keys(changes).some(key => key.startsWith('tasks.'))) {
    tx.tell({ channel: 'control', event: { type: 'task_control_changed' }, to: {} })
  }
  tx.tell({ channel: 'internal', event: { type: 'settings_changed' }, to: {} })
}
