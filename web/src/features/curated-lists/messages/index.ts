import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const curated = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of collections and reading lists, loaded with their pages and dialogs. */
export const tl = curated.t
export const loadCuratedMessages = curated.load
