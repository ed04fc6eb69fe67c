import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of collections and reading lists, loaded with their pages and dialogs. */
export const tl = defineCatalogue<typeof en>(language => import(`./${language}.json`))
