import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of users, groups and sharing tags, loaded with their pages. */
export const tp = defineCatalogue<typeof en>(language => import(`./${language}.json`))
