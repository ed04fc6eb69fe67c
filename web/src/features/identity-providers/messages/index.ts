import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const providers = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of identity providers, loaded with their page. */
export const ti = providers.t
export const loadProviderMessages = providers.load
