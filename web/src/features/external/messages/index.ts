import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const external = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with ratings and links of a series or book. */
export const tx = external.t
export const loadExternalMessages = external.load
