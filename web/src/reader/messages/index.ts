import { defineCatalogue } from '../../messages'
import type en from './en.json'

/** The readers' own messages, loaded with the reader. */
export const tr = defineCatalogue<typeof en>(language => import(`./${language}.json`))
