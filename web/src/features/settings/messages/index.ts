import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of the settings, loaded with their page. */
export const ts = defineCatalogue<typeof en>(language => import(`./${language}.json`))
