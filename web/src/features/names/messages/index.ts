import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of the pages of names, loaded with them. */
export const tn = defineCatalogue<typeof en>(language => import(`./${language}.json`))
