import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const files = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with their dialogs. */
export const tf = files.t
export const loadFileMessages = files.load
