import { defineCatalogue } from '../../../../../messages'
import type en from './en.json'

const naming = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of naming, loaded when that part of the form is opened. */
export const tn = naming.t
export const loadNamingMessages = naming.load
