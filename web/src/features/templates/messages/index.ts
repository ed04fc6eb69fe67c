import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const templates = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with templates. */
export const tm = templates.t
export const loadTemplateMessages = templates.load
