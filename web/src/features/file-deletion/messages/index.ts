import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const files = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages come with the dialogs that need them. */
export const tf = files.t
export const loadFileMessages = files.load
