import { createHash } from 'node:crypto'
import type { SettingDto, SettingHistoryDto } from '@octavo/contract/setting'
import type { Selectable } from 'kysely'
import type { SettingChangesTable } from '../../db/schema/engine'
import { timestamp } from '../../kernel/clock'
import { SYSTEM_VIEWER } from '../../kernel/viewer'
import { categoryOf, type SettingSpec, textOf } from './setting-table'
import type { SettingRow } from './settings.queries'

/** Placeholder for a secret that is set. */
const MASKED = '********'

const ids = new Map<string, string>()

/** The id of a setting derives from its key, so it is the same on every server (a UUID of version 8, RFC 9562). */
export function settingId(key: string): string {
  let id = ids.get(key)
  if (id === undefined) {
    const hex = createHash('sha256').update(`octavo setting ${key}`).digest('hex')
    id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    ids.set(key, id)
  }
  return id
}

export interface SettingNow {
  readonly value: unknown
  readonly origin: SettingDto['origin']
  readonly row: SettingRow | undefined
  readonly restartPending: boolean
}

const VALUE_TYPES = { text: 'string', integer: 'integer', boolean: 'boolean', list: 'list', json: 'json' } as const

export function settingView(spec: SettingSpec, { value, origin, row, restartPending }: SettingNow): SettingDto {
  const [text, initial] = [textOf(spec, value), textOf(spec, spec.initial)]
  return {
    id: settingId(spec.key),
    key: spec.key,
    value: shown(spec, text),
    valueType: VALUE_TYPES[spec.holds],
    category: categoryOf(spec),
    description: spec.about,
    isSensitive: spec.isSecret,
    defaultValue: initial,
    minValue: spec.min,
    maxValue: spec.max,
    updatedAt: timestamp(row?.updated_at ?? 0),
    updatedBy: row?.updated_by ?? null,
    updatedByName: row?.updated_by_name ?? null,
    version: row?.version ?? 1,
    origin,
    isDefault: text === initial,
    changeable: spec.changes !== null && (origin === 'default' || origin === 'changed'),
    needsRestart: spec.changes === 'after-restart',
    restartPending,
    allowed: spec.allowed,
    choices: spec.choices && [...spec.choices],
    environmentName: spec.variable,
  }
}

/** A text safe to show and store. */
export function shown({ isSecret }: SettingSpec, text: string): string {
  return isSecret && text !== '' ? MASKED : text
}

export function changeView(row: Selectable<SettingChangesTable>): SettingHistoryDto {
  return {
    id: row.id,
    settingId: settingId(row.key),
    key: row.key,
    oldValue: row.old_value,
    newValue: row.new_value,
    changedBy: row.changed_by_id ?? SYSTEM_VIEWER.userId,
    changedByName: row.changed_by_name,
    changedAt: timestamp(row.changed_at),
    changeReason: row.reason,
    ipAddress: row.address,
  }
}
