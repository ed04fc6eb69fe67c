import { defineCatalogue } from '../../../../../messages'

const naming = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages about names; they come when somebody opens that part of the form. */
export const tn = naming.t
export const loadNamingMessages = naming.load
