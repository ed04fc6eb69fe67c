import { defineCatalogue } from '../../../../../messages'
import type en from './en.json'

const naming = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages about names; they come when somebody opens that part of the form. */
export const tn = naming.t
export const loadNamingMessages = naming.load
