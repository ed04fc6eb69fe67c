import type en from './en.json'
import { defineCatalogue } from './language'

/** The messages that every page needs. */
export const app = defineCatalogue<typeof en>(language => import(`./${language}.json`))
