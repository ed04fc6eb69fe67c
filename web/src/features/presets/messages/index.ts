import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of saved filters and home page rows, loaded with their parts. */
export const tp = defineCatalogue<typeof en>(language => import(`./${language}.json`))
