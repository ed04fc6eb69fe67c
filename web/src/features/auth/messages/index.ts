import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const account = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of sign-in, passwords and devices, loaded with those pages. */
export const tk = account.t
export const loadAccountMessages = account.load
