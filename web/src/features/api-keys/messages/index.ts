import { defineCatalogue } from '../../../messages'

const apiKeys = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of API keys; they come with the profile. */
export const tq = apiKeys.t
export const loadApiKeyMessages = apiKeys.load
