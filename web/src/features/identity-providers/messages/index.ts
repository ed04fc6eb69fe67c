import { defineCatalogue } from '../../../messages'

const providers = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of identity providers; they come with their page. */
export const ti = providers.t
export const loadProviderMessages = providers.load
