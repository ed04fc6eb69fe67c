import { defineCatalogue } from '../../../messages'
import type metadata from '../../../messages/metadata/en.json'
import type en from './en.json'

/** These messages are loaded with the editor. */
export const te = defineCatalogue<typeof en & typeof metadata>(
  language => import(`./${language}.json`),
  language => import(`../../../messages/metadata/${language}.json`),
)
