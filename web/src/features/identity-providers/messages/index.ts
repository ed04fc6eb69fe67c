import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of identity providers, loaded with their page. */
export const ti = defineCatalogue<typeof en>(language => import(`./${language}.json`))
