import { defineCatalogue } from '../../../messages'

const presets = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of saved filters and of choosing rows; they come with the parts that say them. */
export const tp = presets.t
export const loadPresetMessages = presets.load
