import { defineCatalogue } from '../../../messages'

const admin = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of the administration; they come with it, not with the app. */
export const ta = admin.t
export const loadAdminMessages = admin.load
