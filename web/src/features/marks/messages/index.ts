import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with bookmarks, highlights and notes. */
export const tm = defineCatalogue<typeof en>(language => import(`./${language}.json`))
