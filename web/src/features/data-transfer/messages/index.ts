import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const data = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with exports and imports. */
export const td = data.t
export const loadDataMessages = data.load
