import type { SettingDto } from '../../api/types'

/** What differs from the default, and can be something else: what was chosen, by whomever. */
export function differs({ isDefault }: Pick<SettingDto, 'isDefault'>): boolean {
  return !isDefault
}

/** What somebody has entered and not saved yet, by key; null gives the default back. */
export type Drafts = ReadonlyMap<string, string | null>

export interface DraftChange {
  readonly setting: SettingDto
  readonly value: string | null
  /** What it will be. */
  readonly after: string
}

/** What of the drafts would change something: what is so already, or cannot be changed here any more, is none. */
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

/** Drafts with one more, or with undefined without it. */
export function drafted(drafts: Drafts, key: string, value: string | null | undefined): Drafts {
  const next = new Map(drafts)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}

/** Whether somebody has set it here, so that it can be taken back. */
export function isOwn({ changeable, origin }: Pick<SettingDto, 'changeable' | 'origin'>): boolean {
  return changeable && origin === 'changed'
}

type Words = (setting: SettingDto) => string

/**
 * The settings that every word of a search stands in: name and explanation in the language of who reads, key, value or
 * variable.
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
 * Settings by their category: first what the server is called, then those of which most can be changed here. In each, what
 * can be changed comes first.
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

/** What the number of a setting counts, as its key says. */
export function unitNameOf(key: string): UnitName | null {
  if (key === 'limits.image_side') return 'pixels'
  if (key === 'limits.ratio') return 'times'
  return UNITS.find(unit => key.endsWith(`_${unit}`)) ?? null
}
