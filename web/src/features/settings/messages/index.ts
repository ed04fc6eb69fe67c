import { defineCatalogue } from '../../../messages'

const settings = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of the settings; they come with their page. */
export const ts = settings.t
export const loadSettingMessages = settings.load
