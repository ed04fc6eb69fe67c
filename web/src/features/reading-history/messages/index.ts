import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with the reading history. */
export const th = defineCatalogue<typeof en>(language => import(`./${language}.json`))
