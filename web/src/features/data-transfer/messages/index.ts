import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with exports and imports. */
export const td = defineCatalogue<typeof en>(language => import(`./${language}.json`))
