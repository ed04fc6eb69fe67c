import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const regrouping = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of merging, splitting and moving, loaded with the dialogs. */
export const tr = regrouping.t
export const loadRegroupingMessages = regrouping.load
