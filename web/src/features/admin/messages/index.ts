import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const admin = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of the administration; they come with it, not with the app. */
export const ta = admin.t
export const loadAdminMessages = admin.load
