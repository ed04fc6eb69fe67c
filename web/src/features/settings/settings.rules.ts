import type { SettingDto } from '../../api/types'

/** What differs from the default, and can be something else: what was chosen, by whomever. */
export function differs({ isDefault }: Pick<SettingDto, 'isDefault'>): boolean {
  return !isDefault
}

/** The settings that every word of a search stands in: key, description, value or variable. */
export function found(settings: readonly SettingDto[], words: string): SettingDto[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return settings.filter(({ key, description, value, environmentName }) => {
    const text = `${key} ${key.replace(/[._]/g, ' ')} ${description} ${value} ${environmentName ?? ''}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}

/** Settings by their category, first those of which most can be changed here. */
export function inGroups(settings: readonly SettingDto[]): [string, SettingDto[]][] {
  const groups = Map.groupBy(settings, ({ category }) => category)
  const open = ([, group]: [string, SettingDto[]]) =>
    group.filter(({ changeable }) => changeable).length * 2 >= group.length ? 0 : 1
  return [...groups].sort((a, b) => open(a) - open(b))
}
