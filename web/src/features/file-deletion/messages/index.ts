import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with their dialogs. */
export const tf = defineCatalogue<typeof en>(language => import(`./${language}.json`))
