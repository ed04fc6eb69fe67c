import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const profiles = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with the reader settings of the profile page. */
export const tp = profiles.t
export const loadReaderProfileMessages = profiles.load
