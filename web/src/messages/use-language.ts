import { useSyncExternalStore } from 'react'
import { currentLanguage, type Language, onLanguage } from './language'

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage)
}
