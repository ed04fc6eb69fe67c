import * as setting from '@octavo/contract/setting'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { badValue } from '../../../platform/settings/bad-value.rules'
import type { LiveConfig } from '../../../platform/settings/live-config'
import type { LiveSettings } from '../../../platform/settings/live-settings'
import {
  categoryOf,
  readValue,
  SETTING_SPECS,
  type SettingSpec,
  specNamed,
  storedValue,
} from '../../../platform/settings/setting-table'
import { settingHistory } from '../../../platform/settings/settings.queries'
import type { Change } from '../../../platform/settings/settings.store'
import { changeView, settingView } from '../../../platform/settings/settings.view'

export interface SettingDeps {
  readonly reader: Reader
  readonly settings: LiveSettings
  readonly live: LiveConfig
}

/** Settings: list, change, reset, and those visible to others. */
export function settingRoutes(binder: Binder, { reader, settings, live }: SettingDeps): void {
  async function views(specs: readonly SettingSpec[]) {
    const stored = await settings.stored()
    return specs.map(spec => {
      const row = stored.get(spec.key)
      const pinned = settings.pinnedBy(spec)
      const value = pinned ? live.given(spec) : storedValue(spec, row?.is_set ? row.value : null)
      const origin = pinned ?? (row?.is_set ? 'changed' : 'default')
      return settingView(spec, { value, origin, row, restartPending: !pinned && live.isPending(spec, value) })
    })
  }

  async function view(spec: SettingSpec) {
    const [only] = await views([spec])
    if (!only) throw notFound('Setting')
    return only
  }

  binder.bind(setting.listSettings, ({ query: { category } }) =>
    views(SETTING_SPECS.filter(spec => category === undefined || categoryOf(spec) === category)),
  )

  binder.bind(setting.bulkUpdateSettings, async ({ viewer, body: { updates, changeReason } }) => {
    const changes = changesOf(updates.map(({ key, value }) => [key, value]))
    await settings.save(changes, { byPk: viewer.userPk, reason: changeReason })
    return views(changes.map(({ spec }) => spec))
  })

  binder.bind(setting.getSetting, ({ params }) => view(known(params.setting_key)))

  binder.bind(setting.updateSetting, async ({ viewer, params, body: { value, changeReason } }) => {
    const spec = known(params.setting_key)
    await settings.save([changeOf(spec, value)], { byPk: viewer.userPk, reason: changeReason })
    return view(spec)
  })

  binder.bind(setting.getSettingHistory, async ({ params, query: { limit } }) => {
    const { key } = known(params.setting_key)
    return (await settingHistory(reader, key, limit)).map(changeView)
  })

  binder.bind(setting.resetSetting, async ({ viewer, params }) => {
    const spec = known(params.setting_key)
    await settings.save([{ spec, reset: true }], { byPk: viewer.userPk })
    return view(spec)
  })

  binder.bindPublic(setting.getBrandingSettings, () => ({ applicationName: live.now.name }))

  binder.bind(setting.getPublicSettings, async () => {
    const shown = (await views(SETTING_SPECS.filter(spec => spec.isPublic))).map(({ key, value }) => ({ key, value }))
    // Times need some zone, even if none was configured.
    return Object.fromEntries(shown.map(one => [one.key, one.key === ZONE && one.value === '' ? UTC : one]))
  })

  binder.bind(setting.configureInitialSettings, async ({ viewer, body }) => {
    const changes = body.skipConfiguration ? [] : changesOf(Object.entries(body.settings))
    await settings.save(changes, { byPk: viewer.userPk, reason: 'set-up' })
    const count = changes.length
    return { message: count === 0 ? 'Settings are as they were' : 'Settings are saved', settingsConfigured: count }
  })
}

const ZONE = 'scheduler.timezone'
const UTC = { key: ZONE, value: 'UTC' }

/** @throws NotFound */
function known(key: string): SettingSpec {
  const spec = specNamed(key)
  if (!spec) throw notFound('Setting')
  return spec
}

/** @throws BadRequest */
function changeOf(spec: SettingSpec, text: string): Change {
  const parsed = readValue(spec, text)
  if ('problem' in parsed) throw badValue(spec, parsed.problem)
  return { spec, value: parsed.value }
}

/**
 * Valid changes of known keys.
 * @throws BadRequest for an invalid value, or a duplicate key
 */
function changesOf(values: readonly (readonly [key: string, text: string | null])[]): Change[] {
  const changes = values.flatMap(([key, text]): Change[] => {
    const spec = specNamed(key)
    if (!spec) return []
    return [text === null ? { spec, reset: true } : changeOf(spec, text)]
  })
  const keys = changes.map(({ spec }) => spec.key)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw refused('BadRequest', 'named_twice', `${twice} is named twice`, twice)
  return changes
}
