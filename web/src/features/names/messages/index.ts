import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const names = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of the pages of names, loaded with them. */
export const tn = names.t
export const loadNameMessages = names.load
