import { api } from '../../api/client'
import type { UserPreferencesResponse } from '../../api/types'
import { currentLanguage, type Language, languages, setLanguage } from '../../messages'
import { type AccentName, accents, setAppearance } from '../../theme/appearance'

let followed: string | null = null

/**
 * Takes over what a person prefers, wherever they chose it: once for each person who signs in. This browser keeps a
 * copy, so that a page never waits for it.
 */
export async function followPerson(userId: string): Promise<void> {
  if (followed === userId) return
  followed = userId
  try {
    const { preferences } = await api.get<UserPreferencesResponse>('/user/preferences', { anonymous: true })
    const values = new Map(preferences.map(({ key, value }) => [key, value]))
    takeAppearance(values.get('ui.theme'), values.get('ui.accent'))
    const language = values.get('ui.language')
    if (typeof language === 'string' && language in languages && language !== currentLanguage()) {
      await setLanguage(language as Language)
    }
  } catch {
    // This browser's own copy stays; the next page asks again.
    followed = null
  }
}

function takeAppearance(theme: unknown, accent: unknown): void {
  if (theme === 'system' || theme === 'light' || theme === 'dark') {
    setAppearance({ scheme: theme === 'system' ? null : theme })
  }
  if (typeof accent === 'string' && accent in accents) setAppearance({ accent: accent as AccentName })
}

/** Keeps a choice for the person; without the server this browser keeps it alone. */
export function keepPreference(key: 'ui.theme' | 'ui.accent' | 'ui.language', value: string): void {
  void api.put(`/user/preferences/${key}`, { body: { value } }).catch(() => undefined)
}
