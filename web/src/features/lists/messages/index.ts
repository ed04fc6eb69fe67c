import { defineCatalogue } from '../../../messages'

const lists = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of filters and orders; they come with the parts that say them. */
export const tl = lists.t
export const loadListMessages = lists.load
