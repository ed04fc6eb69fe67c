import { defineCatalogue } from '../../../../../messages'
import type en from './en.json'

/** These messages are loaded with the sources of a library's metadata. */
export const ts = defineCatalogue<typeof en>(language => import(`./${language}.json`))
