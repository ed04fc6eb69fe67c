import { defineCatalogue } from '../../../messages'

const audit = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of the audit log; they come with its page. */
export const tu = audit.t
export const loadAuditMessages = audit.load
