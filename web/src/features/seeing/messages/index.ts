import { defineCatalogue } from '../../../messages'

const seeing = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

export const tw = seeing.t
export const loadSeeingMessages = seeing.load
