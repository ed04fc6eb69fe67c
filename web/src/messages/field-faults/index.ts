import { defineCatalogue } from '../language'
import type en from './en.json'

/** These messages are loaded with the first field that is found invalid. */
export const tf = defineCatalogue<typeof en>(language => import(`./${language}.json`))
