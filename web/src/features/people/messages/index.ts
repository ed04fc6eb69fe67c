import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const people = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of users, groups and sharing tags, loaded with their pages. */
export const tp = people.t
export const loadPeopleMessages = people.load
