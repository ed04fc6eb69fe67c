import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const apiKeys = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of API keys, loaded with the profile. */
export const tq = apiKeys.t
export const loadApiKeyMessages = apiKeys.load
