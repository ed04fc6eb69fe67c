import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const permissions = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** What each permission is called and allows; the messages come with the pages that show some. */
export const tm = permissions.t
export const loadPermissionMessages = permissions.load
