import { defineCatalogue } from '../../messages'

const reader = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The readers' own messages; they come with the reader, not with the app. */
export const tr = reader.t
export const loadReaderMessages = reader.load
