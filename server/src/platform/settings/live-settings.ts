import { isSettingKey, type Loaded } from '../../config'
import type { Reader, Wakes, Write } from '../../db'
import { refused } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import { createFreshCache } from '../../kernel/fresh-cache'
import { badValue } from './bad-value.rules'
import {
  type AnyKey,
  type SettingChanges,
  type SettingSpec,
  type SettingValue,
  specNamed,
  storedValue,
} from './setting-table'
import { type SettingRow, storedSettings } from './settings.queries'
import { type Change, saveSettings } from './settings.store'

/** Maximum delay of changes by other processes without a wake. */
const MAX_AGE_MS = 900

/** The configuration that the process was started with. */
export type Given = Pick<Loaded, 'values' | 'origins'>

/** The current settings. */
export interface LiveSettings {
  get<K extends AnyKey>(key: K): Promise<SettingValue<K>>
  /** Changed and reset settings, by key. */
  stored(): Promise<ReadonlyMap<string, SettingRow>>
  /** When somebody last set it, and their key; null while it has its default. */
  lastChange(key: AnyKey): Promise<{ readonly at: number; readonly byPk: number | null } | null>
  /**
   * Writes them in one transaction; they take effect in this process at once, in others when they are woken.
   * @throws BadRequest for an invalid value
   */
  change(changes: SettingChanges, byPk: number | null): Promise<void>
  /**
   * The same for validated changes, values and resets.
   * @throws BadRequest for one that can only be set when starting the process
   */
  save(
    changes: readonly Change[],
    who: { readonly byPk: number | null; readonly reason?: string | null | undefined },
  ): Promise<void>
  /** Command line, environment or file, if one of them sets it for this process and so overrides it. */
  pinnedBy(spec: SettingSpec): Exclude<Loaded['origins'][keyof Loaded['origins']], 'default'> | null
  /**
   * Calls back when something may have changed, here or elsewhere; the change waits for it. Returns a function that
   * unsubscribes.
   */
  on(listener: () => Promise<void>): () => void
  /** Drops the cache. */
  forget(): void
}

const ALL = 'all'

export function createLiveSettings(options: {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly wakes?: Wakes
  readonly given?: Given
}): LiveSettings {
  const { reader, write, now, wakes, given } = options
  const listeners = new Set<() => Promise<void>>()
  const load = () => storedSettings(reader)
  const cache = createFreshCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: 1, now })
  const stored = () => cache.get(ALL)

  function pinnedBy({ key }: SettingSpec) {
    const origin = isSettingKey(key) ? (given?.origins[key] ?? 'default') : 'default'
    return origin === 'default' ? null : origin
  }

  async function refresh(): Promise<void> {
    cache.forget(ALL)
    await Promise.all([...listeners].map(listener => listener()))
  }
  const forget = () => void refresh()
  wakes?.on('settings', forget)

  async function save(changes: readonly Change[], who: { byPk: number | null; reason?: string | null | undefined }) {
    for (const { spec } of changes) refuseFixed(spec, pinnedBy(spec))
    await write(tx => saveSettings(tx, changes, { now: now(), ...who }))
    wakes?.wake('settings')
    await refresh()
  }

  return {
    stored,
    pinnedBy,
    forget,
    save,
    async get<K extends AnyKey>(key: K) {
      const spec = specOf(key)
      if (isSettingKey(key) && pinnedBy(spec)) return given?.values[key] as SettingValue<K>
      const row = (await stored()).get(key)
      return storedValue(spec, row?.is_set ? row.value : null) as SettingValue<K>
    },
    async lastChange(key) {
      const row = (await stored()).get(key)
      return row?.is_set ? { at: row.updated_at, byPk: row.updated_by_pk } : null
    },
    change: async (changes, byPk) =>
      save(
        Object.entries(changes).map(([key, value]) => checked(specOf(key), value)),
        { byPk },
      ),
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function specOf(key: string): SettingSpec {
  const spec = specNamed(key)
  if (!spec) throw new Error(`Unknown setting ${key}`)
  return spec
}

function checked(spec: SettingSpec, value: unknown): Change {
  if (value === null && spec.initial === null) return { spec, value }
  const parsed = spec.schema.safeParse(value)
  if (!parsed.success) {
    throw badValue(spec, `${spec.key}: ${parsed.error.issues[0]?.message ?? `must be ${spec.allowed}`}`)
  }
  return { spec, value: parsed.data }
}

function refuseFixed(spec: SettingSpec, pinned: string | null): void {
  if (pinned) {
    const place = pinned === 'environment' ? `the environment (${spec.variable})` : `the ${pinned}`
    throw refused(
      'BadRequest',
      'setting_pinned',
      `${spec.key} is set by ${place} of the server, which takes precedence. Change it there`,
      spec.key,
    )
  }
  if (spec.changes === null) {
    throw refused(
      'BadRequest',
      'setting_fixed',
      `${spec.key} can only be set when starting the server: in octavo.yaml or as ${spec.variable}`,
      spec.key,
    )
  }
}
