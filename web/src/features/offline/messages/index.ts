import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with offline reading. */
export const to = defineCatalogue<typeof en>(language => import(`./${language}.json`))
