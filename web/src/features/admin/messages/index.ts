import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const admin = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of the administration, loaded with it. */
export const ta = admin.t
export const loadAdminMessages = admin.load
