import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with ratings and links of a series or book. */
export const tx = defineCatalogue<typeof en>(language => import(`./${language}.json`))
