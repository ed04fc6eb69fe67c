import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const covers = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with the covers dialog. */
export const tc = covers.t
export const loadCoverMessages = covers.load
