import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with the statistics page. */
export const tst = defineCatalogue<typeof en>(language => import(`./${language}.json`))
