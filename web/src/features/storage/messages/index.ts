import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const storage = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages come with the storage page. */
export const ts = storage.t
export const loadStorageMessages = storage.load
