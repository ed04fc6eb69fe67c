import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const kept = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of collections and reading lists; they come with their pages and dialogs. */
export const tk = kept.t
export const loadKeptMessages = kept.load
