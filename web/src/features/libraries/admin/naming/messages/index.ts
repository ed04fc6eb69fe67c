import { defineCatalogue } from '../../../../../messages'
import type en from './en.json'

/** The messages of naming, loaded when that part of the form is opened. */
export const tn = defineCatalogue<typeof en>(language => import(`./${language}.json`))
