import { defineCatalogue } from '../../messages'
import type en from './en.json'

const reader = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The readers' own messages, loaded with the reader. */
export const tr = reader.t
export const loadReaderMessages = reader.load
