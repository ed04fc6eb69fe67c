import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** Names and descriptions of permissions, loaded with the pages that show some. */
export const tm = defineCatalogue<typeof en>(language => import(`./${language}.json`))
