import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const statistics = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages come with the page of statistics. */
export const tst = statistics.t
export const loadStatisticsMessages = statistics.load
