import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of sign-in, passwords and devices, loaded with those pages. */
export const tk = defineCatalogue<typeof en>(language => import(`./${language}.json`))
