import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const audit = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of the audit log, loaded with its page. */
export const tu = audit.t
export const loadAuditMessages = audit.load
