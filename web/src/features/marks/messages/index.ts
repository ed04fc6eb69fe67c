import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const marks = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with bookmarks, highlights and notes. */
export const tm = marks.t
export const loadMarkMessages = marks.load
