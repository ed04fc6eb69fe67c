import { defineCatalogue } from '../../../messages'

const account = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of signing in, passwords and devices; they come with those pages. */
export const tk = account.t
export const loadAccountMessages = account.load
