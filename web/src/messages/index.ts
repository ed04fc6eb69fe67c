export { t } from './app'
export { formatDate, formatNumber, formatPercent, formatRelativeTime, formatSize, formatWait } from './format'
export {
  currentLanguage,
  currentLocale,
  defineCatalogue,
  type Language,
  languages,
  loadMessages,
  setLanguage,
} from './language'
export { LostPart, patiently } from './lost-part'
export { useLanguage } from './use-language'
