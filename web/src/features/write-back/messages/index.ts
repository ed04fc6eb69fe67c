import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const words = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages come with the dialog. */
export const tw = words.t
export const loadWriteBackMessages = words.load
