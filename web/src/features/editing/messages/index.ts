import { defineCatalogue } from '../../../messages'

const editing = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** These messages come with the editor. */
export const te = editing.t
export const loadEditingMessages = editing.load
