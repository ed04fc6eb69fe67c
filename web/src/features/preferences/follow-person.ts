import { onPreferences, preference, preferenceKnownOf } from '../../api/preferences'
import { currentLanguage, type Language, languages, setLanguage } from '../../messages'
import { type AccentName, accents, setAppearance } from '../../theme/appearance'
import { setCharacterKeys } from '../../ui/character-keys'

const lookAgainMs = 500
let following = false

/** Applies a person's preferences from any device. This browser has a copy, so that a page never waits for them. */
export function followPerson(): void {
  if (following) return
  following = true
  onPreferences(takeOver)
  takeOver()
}

function takeOver(): void {
  const theme = preference('ui.theme')
  if (theme === 'system' || theme === 'light' || theme === 'dark') {
    setAppearance({ scheme: theme === 'system' ? null : theme })
  }
  const accent = preference('ui.accent')
  if (typeof accent === 'string' && accent in accents) setAppearance({ accent: accent as AccentName })
  if (preferenceKnownOf('ui.characterKeys')) setCharacterKeys(preference('ui.characterKeys') !== false)
  takeLanguage()
}

/** A new language re-renders everything: it waits while somebody fills in a form. */
function takeLanguage(): void {
  const language = preference('ui.language')
  if (typeof language !== 'string' || !(language in languages) || language === currentLanguage()) return
  if (isWriting()) setTimeout(takeLanguage, lookAgainMs)
  else void setLanguage(language as Language)
}

function isWriting(): boolean {
  return document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea') ?? false
}
