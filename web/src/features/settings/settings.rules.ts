import type { SettingDto } from '../../api/types'

/** Settings that differ from the default and can be changed. */
export function differs({ isDefault }: Pick<SettingDto, 'isDefault'>): boolean {
  return !isDefault
}

/** Unsaved changes, by key; null restores the default. */
export type Drafts = ReadonlyMap<string, string | null>

export interface DraftChange {
  readonly setting: SettingDto
  readonly value: string | null
  /** Its new value. */
  readonly after: string
}

/** Effective changes: without those that are already so, or can no longer be changed here. */
export function changesOf(settings: readonly SettingDto[], drafts: Drafts): DraftChange[] {
  return settings.flatMap((setting): DraftChange[] => {
    const value = drafts.get(setting.key)
    if (value === undefined || !setting.changeable) return []
    if (value === null) {
      return isOwn(setting) ? [{ setting, value, after: setting.defaultValue }] : []
    }
    return value === setting.value ? [] : [{ setting, value, after: value }]
  })
}

/** Adds a change, or with undefined removes it. */
export function drafted(drafts: Drafts, key: string, value: string | null | undefined): Drafts {
  const next = new Map(drafts)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}

/** Whether it was set here, so that it can be reset. */
export function isOwn({ changeable, origin }: Pick<SettingDto, 'changeable' | 'origin'>): boolean {
  return changeable && origin === 'changed'
}

type Words = (setting: SettingDto) => string

/**
 * Settings that match every word of a search: by name and explanation in the reader's language, key, value or variable.
 */
export function found(settings: readonly SettingDto[], words: string, wordsOf: Words): SettingDto[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return settings.filter(setting => {
    const { key, description, value, environmentName } = setting
    const technical = `${key} ${key.replace(/[._]/g, ' ')} ${description} ${value} ${environmentName ?? ''}`
    const text = `${technical} ${wordsOf(setting)}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}

/**
 * Settings by category: first the server's name, then categories with the most changeable ones. Changeable settings
 * come first in each.
 */
export function inGroups(settings: readonly SettingDto[]): [string, SettingDto[]][] {
  const groups = Map.groupBy(settings, ({ category }) => category)
  const place = ([name, group]: [string, SettingDto[]]) => {
    if (name === 'application') return -1
    return group.filter(({ changeable }) => changeable).length * 2 >= group.length ? 0 : 1
  }
  return [...groups]
    .sort((a, b) => place(a) - place(b))
    .map(([name, group]) => [name, group.toSorted((a, b) => Number(b.changeable) - Number(a.changeable))])
}

const UNITS = ['ms', 'days', 'hours', 'seconds', 'kb', 'mb', 'gb', 'megapixels', 'rps'] as const
export type UnitName = (typeof UNITS)[number] | 'pixels' | 'times'

/** The unit of a setting's number, by its key. */
export function unitNameOf(key: string): UnitName | null {
  if (key === 'limits.image_side') return 'pixels'
  if (key === 'limits.ratio') return 'times'
  return UNITS.find(unit => key.endsWith(`_${unit}`)) ?? null
}
