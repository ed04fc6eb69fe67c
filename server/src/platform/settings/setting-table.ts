import type { z } from 'zod'
import {
  environmentName,
  initialValue,
  isSettingKey,
  SETTING_KEYS,
  type SettingKey,
  settingOf,
  type ValueNow,
} from '../../config'
import { TASK_SETTINGS } from './task-settings'

type TaskKey = keyof typeof TASK_SETTINGS

/** Every setting by name. */
export type AnyKey = SettingKey | TaskKey

export type SettingValue<K extends AnyKey> = K extends TaskKey
  ? z.infer<(typeof TASK_SETTINGS)[K]['schema']>
  : K extends SettingKey
    ? ValueNow<K>
    : never

/** Some settings with their new values. */
export type SettingChanges = { readonly [K in AnyKey]?: SettingValue<K> }

/** Metadata of a setting. */
export interface SettingSpec {
  readonly key: AnyKey
  readonly schema: z.ZodType
  readonly initial: unknown
  readonly holds: 'text' | 'integer' | 'boolean' | 'list' | 'json'
  readonly allowed: string
  readonly about: string
  readonly min: number | null
  readonly max: number | null
  readonly choices: readonly string[] | null
  readonly isSecret: boolean
  readonly isPublic: boolean
  /** Null: it can only be set when starting the process. */
  readonly changes: 'at-once' | 'after-restart' | null
  /** Its name in the environment; null if it cannot be set there. */
  readonly variable: string | null
}

function specOf(key: AnyKey): SettingSpec {
  if (!isSettingKey(key)) {
    const { schema, initial, holds, allowed, about } = TASK_SETTINGS[key]
    const rest = { min: null, max: null, choices: null, isSecret: false, isPublic: false } as const
    return { key, schema, initial, holds, allowed, about, ...rest, changes: 'at-once', variable: null }
  }
  const { schema, holds, allowed, about, min, max, choices, secret, isPublic, changes } = settingOf(key)
  return {
    ...{ key, schema, holds, allowed, about, initial: initialValue(key) },
    ...{ min: min ?? null, max: max ?? null, choices: choices ?? null },
    ...{ isSecret: secret ?? false, isPublic: isPublic ?? false, changes: changes ?? null },
    variable: environmentName(key),
  }
}

/** All of them, in display order. */
export const SETTING_SPECS: readonly SettingSpec[] = [
  ...SETTING_KEYS,
  ...(Object.keys(TASK_SETTINGS) as TaskKey[]),
].map(specOf)

const byKey = new Map<string, SettingSpec>(SETTING_SPECS.map(spec => [spec.key, spec]))

export function specNamed(key: string): SettingSpec | null {
  return byKey.get(key) ?? null
}

/** The first word of the key, by which settings are grouped. */
export function categoryOf({ key }: SettingSpec): string {
  return key.includes('.') ? key.slice(0, key.indexOf('.')) : 'server'
}

/** A value in wire format; unset is empty. */
export function textOf({ holds }: Pick<SettingSpec, 'holds'>, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (holds === 'json') return JSON.stringify(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Parses a text of the wire, or returns the expected format. */
export function readValue(spec: SettingSpec, text: string): { readonly value: unknown } | { readonly problem: string } {
  if (text.trim() === '' && spec.initial === null) return { value: null }
  const problem = { problem: `${spec.key} must be ${spec.allowed}` }
  let given: unknown = text
  if (spec.holds === 'json') {
    try {
      given = JSON.parse(text)
    } catch {
      return problem
    }
  }
  const parsed = spec.schema.safeParse(given)
  return parsed.success ? { value: parsed.data } : problem
}

/** Parses a stored text. A value of another version that is invalid here becomes the default. */
export function storedValue(spec: SettingSpec, text: string | null): unknown {
  if (text === null) return spec.initial
  const value: unknown = JSON.parse(text)
  if (value === null && spec.initial === null) return null
  const parsed = spec.schema.safeParse(value)
  return parsed.success ? parsed.data : spec.initial
}
