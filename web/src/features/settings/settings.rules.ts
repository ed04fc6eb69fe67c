import { foldForSearch } from '@octavo/contract/fold'
import { typingErrors } from '@octavo/contract/typing-errors'
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
 * Settings that match every word of a search: by name, explanation and group in the reader's language, key, value or
 * variable. If none does, those that match it with typing errors.
 */
export function found(settings: readonly SettingDto[], words: string, wordsOf: Words): SettingDto[] {
  const wanted = foldForSearch(words).split(/\s+/).filter(Boolean)
  const texts = new Map(settings.map(setting => [setting, searchText(setting, wordsOf)]))
  const by = (matches: (word: string, text: string) => boolean) =>
    settings.filter(setting => wanted.every(word => matches(word, texts.get(setting) ?? '')))
  const exact = by((word, text) => text.includes(word))
  return exact.length > 0 ? exact : by(isNearlyIn)
}

function searchText(setting: SettingDto, wordsOf: Words): string {
  const { key, description, value, environmentName } = setting
  const text = `${key} ${key.replace(/[._]/g, ' ')} ${description} ${value} ${environmentName ?? ''} ${wordsOf(setting)}`
  // "e-mail" is also typed as "email".
  return foldForSearch(`${text} ${text.replaceAll('-', '')}`)
}

/** Length from which a word may have a typing error, and from which it may have two. */
const [ONE_ERROR, TWO_ERRORS] = [4, 8]

/** Whether a word of the text begins like the typed one, apart from typing errors. */
function isNearlyIn(typed: string, text: string): boolean {
  const most = typed.length < ONE_ERROR ? 0 : typed.length < TWO_ERRORS ? 1 : 2
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).some(
    // A pasted text is much longer than any word.
    word =>
      word.length >= typed.length - most &&
      [-1, 0, 1].some(more => typingErrors(typed, word.slice(0, typed.length + more)) <= most),
  )
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

const UNITS = ['ms', 'days', 'hours', 'seconds', 'kb', 'mb', 'gb', 'megapixels', 'rps', 'percent'] as const
export type UnitName = (typeof UNITS)[number] | 'pixels' | 'times'

/** The unit of a setting's number, by its key. */
export function unitNameOf(key: string): UnitName | null {
  if (key === 'limits.image_side') return 'pixels'
  if (key === 'limits.ratio') return 'times'
  return UNITS.find(unit => key.endsWith(`_${unit}`)) ?? null
}
