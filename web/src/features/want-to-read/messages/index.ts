import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with the want-to-read queue. */
export const tw = defineCatalogue<typeof en>(language => import(`./${language}.json`))
