import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const queue = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages come with the queue of what somebody wants to read. */
export const tw = queue.t
export const loadQueueMessages = queue.load
