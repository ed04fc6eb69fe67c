import type { Reader, Write } from '../../db'
import type { SettingsTable } from '../../db/schema/engine'
import type { Clock } from '../../kernel/clock'
import { createFreshCache } from '../../kernel/fresh-cache'
import { type RuntimeChanges, type RuntimeKey, type RuntimeValue, readValue } from './runtime-settings'
import { storedSettings } from './settings.queries'
import { saveSettings } from './settings.store'

/** A change made by another process shows at most so much later. */
const MAX_AGE_MS = 900

/** The settings as they are now. */
export interface LiveSettings {
  get<K extends RuntimeKey>(key: K): Promise<RuntimeValue<K>>
  /** When somebody last set it, and the key of who; null while it has its default. */
  lastChange(key: RuntimeKey): Promise<{ readonly at: number; readonly byPk: number | null } | null>
  /**
   * Writes them in one transaction; they are in force in this process at once, in others within a second.
   * @throws BadRequest for a value that a setting does not take
   */
  change(changes: RuntimeChanges, byPk: number | null): Promise<void>
  /** Call after a commit of `saveSettings`, and when another process tells `settings_changed`. */
  forget(): void
}

const ALL = 'all'

export function createLiveSettings(options: {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
}): LiveSettings {
  const { reader, write, now } = options
  const load = () => storedSettings(reader)
  const kept = createFreshCache<ReadonlyMap<string, SettingsTable>>({ load, maxAgeMs: MAX_AGE_MS, maxEntries: 1, now })
  const row = async (key: RuntimeKey) => (await kept.get(ALL))?.get(key)
  return {
    get: async key => readValue(key, (await row(key))?.value),
    async lastChange(key) {
      const found = await row(key)
      return found ? { at: found.updated_at, byPk: found.updated_by_pk } : null
    },
    async change(changes, byPk) {
      await write(tx => saveSettings(tx, changes, { now: now(), byPk }))
      kept.forget(ALL)
    },
    forget: () => kept.forget(ALL),
  }
}
