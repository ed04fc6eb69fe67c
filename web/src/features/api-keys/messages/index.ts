import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of API keys, loaded with the profile. */
export const tq = defineCatalogue<typeof en>(language => import(`./${language}.json`))
