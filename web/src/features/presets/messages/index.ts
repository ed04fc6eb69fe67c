import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const presets = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of saved filters and home page rows, loaded with their parts. */
export const tp = presets.t
export const loadPresetMessages = presets.load
