import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with exports of series and books. */
export const tx = defineCatalogue<typeof en>(language => import(`./${language}.json`))
