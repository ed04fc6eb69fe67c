import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages come with the storage page. */
export const ts = defineCatalogue<typeof en>(language => import(`./${language}.json`))
