import { defineCatalogue } from '../../messages'
import type en from './en.json'

const reader = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The readers' own messages; they come with the reader, not with the app. */
export const tr = reader.t
export const loadReaderMessages = reader.load
