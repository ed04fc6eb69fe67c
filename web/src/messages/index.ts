import { app } from './app'

/** A message by key with its parameters: `t('books.count', { count: 3 })`. */
export const t = app.t
export const loadMessages = app.load

export { formatDate, formatNumber, formatPercent, formatRelativeTime, formatSize, formatWait } from './format'
export {
  currentLanguage,
  currentLocale,
  defineCatalogue,
  type Language,
  languages,
  setLanguage,
} from './language'
export { useLanguage } from './use-language'
