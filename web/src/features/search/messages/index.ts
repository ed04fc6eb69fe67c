import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of the search, loaded with it. */
export const ts = defineCatalogue<typeof en>(language => import(`./${language}.json`))
