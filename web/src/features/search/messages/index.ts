import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const search = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of the search, loaded with it. */
export const ts = search.t
export const loadSearchMessages = search.load
