export { t } from './app'
export { formatDate, formatNumber, formatPercent, formatRelativeTime, formatSize, formatWait } from './format'
export {
  catalogueCount,
  currentLanguage,
  currentLocale,
  defineCatalogue,
  type Language,
  languages,
  loadMessages,
  setLanguage,
} from './language'
export { useLanguage } from './use-language'
