import { defineCatalogue } from '../../../messages'

const people = defineCatalogue({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
})

/** The messages of users, groups and sharing tags; they come with their pages. */
export const tp = people.t
export const loadPeopleMessages = people.load
