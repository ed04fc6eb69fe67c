import { defineCatalogue } from '../../../messages'
import type metadata from '../../../messages/metadata/en.json'
import type en from './en.json'

/** The messages of filters and sorts, loaded with their parts. */
export const tl = defineCatalogue<typeof en & typeof metadata>(
  language => import(`./${language}.json`),
  language => import(`../../../messages/metadata/${language}.json`),
)
