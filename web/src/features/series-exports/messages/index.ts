import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const catalogue = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with exports of series and books. */
export const tx = catalogue.t
export const loadExportMessages = catalogue.load
