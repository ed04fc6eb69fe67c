import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const history = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with the reading history. */
export const th = history.t
export const loadHistoryMessages = history.load
