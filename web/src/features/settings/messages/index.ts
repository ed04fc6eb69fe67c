import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const settings = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The messages of the settings, loaded with their page. */
export const ts = settings.t
export const loadSettingMessages = settings.load
