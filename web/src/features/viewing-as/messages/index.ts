import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const seeing = defineCatalogue<typeof en>(language => import(`./${language}.json`))

export const tw = seeing.t
export const loadViewingAsMessages = seeing.load
