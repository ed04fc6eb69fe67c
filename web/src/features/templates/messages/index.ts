import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with templates. */
export const tm = defineCatalogue<typeof en>(language => import(`./${language}.json`))
