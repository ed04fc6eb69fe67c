import type { Tx } from '../../db'
import { newId } from '../../kernel/ids'
import { currentScope } from '../../kernel/request-scope'
import { recordAct } from '../audit-log'
import { type SettingSpec, storedValue, textOf } from './setting-table'
import { settingId, shown } from './settings.view'

/** A new value, or a reset. */
export type Change =
  | { readonly spec: SettingSpec; readonly value: unknown }
  | { readonly spec: SettingSpec; readonly reset: true }

export interface Changer {
  readonly now: number
  /** Null if no person does it. */
  readonly byPk: number | null
  readonly reason?: string | null | undefined
}

/** Writes settings with their history and notifies every process. Unchanged ones are skipped. */
export async function saveSettings(tx: Tx, changes: readonly Change[], changer: Changer): Promise<void> {
  // Changes of one setting are serialized, so that each history entry has the value before it.
  await tx.dialect.lockName('octavo settings').execute(tx.query)
  const done: string[] = []
  for (const change of changes) if (await saveOne(tx, change, changer)) done.push(change.spec.key)
  if (done.length === 0) return
  if (done.some(key => key.startsWith('tasks.'))) {
    tx.publish({ channel: 'control', event: { type: 'task_control_changed' }, to: {} })
  }
  tx.publish({ channel: 'internal', event: { type: 'settings_changed' }, to: {} })
}

/** False if nothing changes. */
async function saveOne(tx: Tx, change: Change, { now, byPk, reason }: Changer): Promise<boolean> {
  const { spec } = change
  const row = await tx.query.selectFrom('settings').selectAll().where('key', '=', spec.key).executeTakeFirst()
  const before = storedValue(spec, row?.is_set ? row.value : null)
  const reset = 'reset' in change
  const after = reset ? spec.initial : change.value
  const [old, text] = [textOf(spec, before), textOf(spec, after)]
  if (reset ? !row?.is_set : row?.is_set && old === text) return false
  const version = (row?.version ?? 1) + 1
  const values = { value: JSON.stringify(after), is_set: !reset, version, updated_at: now, updated_by_pk: byPk }
  await tx.query
    .insertInto('settings')
    .values({ key: spec.key, ...values })
    .onConflict(conflict => conflict.column('key').doUpdateSet(values))
    .execute()
  const details = { from: shown(spec, old), to: shown(spec, text), ...(reason && { reason }) }
  await tx.query
    .insertInto('setting_changes')
    .values(eb => ({
      ...{ id: newId(), key: spec.key, version, old_value: details.from, new_value: details.to, changed_at: now },
      changed_by_id: byPk === null ? null : eb.selectFrom('users').select('users.id').where('pk', '=', byPk),
      changed_by_name: byPk === null ? null : eb.selectFrom('users').select('username').where('pk', '=', byPk),
      ...{ reason: reason ?? null, address: currentScope()?.address ?? null },
    }))
    .execute()
  const subject = { kind: 'setting', id: settingId(spec.key), name: spec.key } as const
  const by = byPk === null ? null : { userPk: byPk }
  await recordAct(tx, by, reset ? 'settings_reset' : 'settings_changed', subject, { now, details })
  return true
}

/** Deletes all but the last `most` changes of a setting, at most `limit` rows. */
export async function pruneHistory(tx: Tx, key: string, most: number, limit: number): Promise<number> {
  const old = tx.query
    .selectFrom('setting_changes')
    .select('pk')
    .where('key', '=', key)
    .orderBy('pk', 'desc')
    .limit(limit)
    .offset(most)
  const { numDeletedRows } = await tx.query.deleteFrom('setting_changes').where('pk', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
