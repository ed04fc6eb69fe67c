import { defineCatalogue } from '../../../messages'

const permissions = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** What each permission is called and allows; the messages come with the pages that show some. */
export const tm = permissions.t
export const loadPermissionMessages = permissions.load
