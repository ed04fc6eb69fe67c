import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const presets = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of saved filters and of choosing rows; they come with the parts that say them. */
export const tp = presets.t
export const loadPresetMessages = presets.load
