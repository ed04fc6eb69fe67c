import type { SettingDto } from '../../api/types'

/** What differs from the default, and can be something else: what was chosen, by whomever. */
export function differs({ isDefault }: Pick<SettingDto, 'isDefault'>): boolean {
  return !isDefault
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

const UNITS = ['days', 'hours', 'seconds', 'kb', 'mb', 'gb', 'megapixels', 'rps'] as const
export type UnitName = (typeof UNITS)[number] | 'pixels' | 'times'

/** What the number of a setting counts, as its key says. */
export function unitNameOf(key: string): UnitName | null {
  if (key === 'limits.image_side') return 'pixels'
  if (key === 'limits.ratio') return 'times'
  return UNITS.find(unit => key.endsWith(`_${unit}`)) ?? null
}
