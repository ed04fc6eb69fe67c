import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const queue = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with the want-to-read queue. */
export const tw = queue.t
export const loadQueueMessages = queue.load
