import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const permissions = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** Names and descriptions of permissions, loaded with the pages that show some. */
export const tm = permissions.t
export const loadPermissionMessages = permissions.load
