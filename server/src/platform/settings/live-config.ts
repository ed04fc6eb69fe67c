import { type Config, isSettingKey, type Loaded, type SettingKey, settingOf, withChanges } from '../../config'
import type { Logger } from '../../kernel/log'
import type { LiveSettings } from './live-settings'
import { type SettingSpec, textOf } from './setting-table'
import { changesOf } from './stored-changes'

/** The current configuration: includes changes made in the app, unless the process was started with a value. */
export interface LiveConfig {
  /** Read it again for each use. */
  readonly now: Config
  /** The configuration at the start, for settings that take effect after a restart. */
  readonly atStart: Config
  /** The configuration that the process was started with, without changes. */
  given(spec: SettingSpec): unknown
  /** Whether a changed value needs a restart. */
  isPending(spec: SettingSpec, value: unknown): boolean
  /** Calls back at once and after each change. */
  follow(listener: (config: Config) => void): void
  stop(): void
}

/** Polling interval for changes by other processes, if no wake arrives. */
const LOOK_MS = 900

export async function createLiveConfig(options: {
  readonly loaded: Pick<Loaded, 'config' | 'values' | 'origins'>
  readonly settings: LiveSettings
  readonly log: Logger
  /** Whether other processes may change settings. */
  readonly shared: boolean
}): Promise<LiveConfig> {
  const { loaded, settings, log, shared } = options
  const listeners = new Set<(config: Config) => void>()
  const later = await stored(settings, 'after-restart')
  const withLive = async () => withChanges(loaded, new Map([...later, ...(await stored(settings, 'at-once'))]))
  const atStart = await withLive()
  let now = atStart
  let reading: Promise<void> | null = null
  let lookedMs = performance.now()

  async function read(): Promise<void> {
    const next = await withLive()
    if (JSON.stringify(next) === JSON.stringify(now)) return
    now = next
    for (const listener of listeners) listener(next)
  }

  function look(): Promise<void> {
    lookedMs = performance.now()
    // Reads again if something changed during a read: an answer is never older than its request.
    reading = (reading ?? Promise.resolve())
      .then(read)
      .catch(error => log.warn({ err: error }, 'could not read settings; using the last known values'))
    return reading
  }
  const leave = settings.on(look)

  return {
    atStart,
    given: ({ key }) => (isSettingKey(key) ? (key === 'data_dir' ? loaded.config.dataDir : loaded.values[key]) : null),
    isPending: (spec, value) =>
      spec.changes === 'after-restart' &&
      textOf(spec, value) !== textOf(spec, later.get(spec.key as SettingKey) ?? spec.initial),
    get now() {
      if (shared && performance.now() - lookedMs > LOOK_MS) void look()
      return now
    },
    follow(listener) {
      listener(now)
      listeners.add(listener)
    },
    stop: leave,
  }
}

async function stored(
  settings: LiveSettings,
  changes: 'at-once' | 'after-restart',
): Promise<ReadonlyMap<SettingKey, unknown>> {
  const rows = await settings.stored()
  return new Map([...changesOf(rows)].filter(([key]) => settingOf(key).changes === changes))
}
