import { defineCatalogue } from '../../../messages'

const files = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** These messages come with the dialogs that need them. */
export const tf = files.t
export const loadFileMessages = files.load
