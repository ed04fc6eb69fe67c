import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of the administration, loaded with it. */
export const ta = defineCatalogue<typeof en>(language => import(`./${language}.json`))
