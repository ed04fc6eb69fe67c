import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const offline = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with offline reading. */
export const to = offline.t
export const loadOfflineMessages = offline.load
