import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** The messages of merging, splitting and moving, loaded with the dialogs. */
export const tr = defineCatalogue<typeof en>(language => import(`./${language}.json`))
