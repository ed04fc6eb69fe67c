import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const offline = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages come with what is read without a network. */
export const to = offline.t
export const loadOfflineMessages = offline.load
