import { defineCatalogue } from '../../../../../messages'
import type en from './en.json'

const sources = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with the sources of a library's metadata. */
export const ts = sources.t
export const loadSourcesMessages = sources.load
