import type en from './en.json'
import { defineCatalogue } from './language'

/** A message that every page needs, by key with its parameters: `t('books.count', { count: 3 })`. */
export const t = defineCatalogue<typeof en>(language => import(`./${language}.json`))
