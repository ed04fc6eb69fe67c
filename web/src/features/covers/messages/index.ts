import { defineCatalogue } from '../../../messages'
import type en from './en.json'

/** These messages are loaded with the covers dialog. */
export const tc = defineCatalogue<typeof en>(language => import(`./${language}.json`))
