import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with the reader settings of the profile page. */
export const tp = defineCatalogue<typeof en>(language => import(`./${language}.json`))
