import { defineCatalogue } from '../../../messages'
import type en from './en.json'

const statistics = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** These messages are loaded with the statistics page. */
export const tst = statistics.t
export const loadStatisticsMessages = statistics.load
