// Every setting has a name and an explanation on the screen, in every language, and so do its choices.
import { describe, expect, test } from 'bun:test'
import { SETTINGS } from '../../server/src/config/settings'
import { categoryOf, SETTING_SPECS } from '../../server/src/platform/settings/setting-table'
import { TASK_SETTINGS } from '../../server/src/platform/settings/task-settings'
import textsDe from '../../web/src/features/settings/messages/de.json'
import textsEn from '../../web/src/features/settings/messages/en.json'
import textsEs from '../../web/src/features/settings/messages/es.json'
import textsFr from '../../web/src/features/settings/messages/fr.json'
import wordsDe from '../../web/src/features/settings/words/de.json'
import wordsEn from '../../web/src/features/settings/words/en.json'
import wordsEs from '../../web/src/features/settings/words/es.json'
import wordsFr from '../../web/src/features/settings/words/fr.json'

const keys = [...Object.keys(SETTINGS), ...Object.keys(TASK_SETTINGS)]
const choicesOf = ({ choices }: { readonly choices?: readonly string[] }) => choices ?? []

for (const [language, words, texts] of [
  ['English', wordsEn, textsEn],
  ['German', wordsDe, textsDe],
  ['French', wordsFr, textsFr],
  ['Spanish', wordsEs, textsEs],
] as const) {
  describe(`settings in ${language}`, () => {
    const said: Readonly<Record<string, string>> = words

    test('have a name of their own and an explanation', () => {
      expect(keys.filter(key => !said[`name.${key}`]?.trim() || !said[`about.${key}`]?.trim())).toEqual([])
      const names = keys.map(key => said[`name.${key}`])
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
      expect(keys.filter(key => said[`name.${key}`]?.includes('_'))).toEqual([])
    })

    test('are in groups that have a name', () => {
      const groups = new Set(SETTING_SPECS.map(categoryOf))
      expect([...groups].filter(group => !(`settings.group.${group}` in texts))).toEqual([])
    })

    test('have a label for each choice', () => {
      const silent = Object.entries(SETTINGS).flatMap(([key, spec]) =>
        choicesOf(spec as object).filter(choice => !said[`choice.${key}.${choice}`]),
      )
      expect(silent).toEqual([])
    })

    test('explain free text', () => {
      const typed = SETTING_SPECS.filter(spec => spec.changes && !spec.choices && ['text', 'list'].includes(spec.holds))
      expect(typed.length).toBeGreaterThan(3)
      expect(typed.filter(({ key }) => !said[`allowed.${key}`]?.trim()).map(({ key }) => key)).toEqual([])
    })

    test('that were removed have no texts left', () => {
      const named = Object.keys(said).flatMap(key => /^(?:name|about|allowed)\.(.+)$/.exec(key)?.[1] ?? [])
      expect([...new Set(named)].filter(key => !keys.includes(key))).toEqual([])
    })
  })
}
