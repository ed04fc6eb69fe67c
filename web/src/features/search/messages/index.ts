import { defineCatalogue } from '../../../messages'

const search = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of the search; they come with it. */
export const ts = search.t
export const loadSearchMessages = search.load
