import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of the audit log, loaded with its page. */
export const tu = defineCatalogue<typeof en>(language => import(`./${language}.json`))
