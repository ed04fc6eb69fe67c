import type { Compilable } from 'kysely'
import { keepsRows, type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import type { Window } from '../list-windows'
import { rank } from '../words'
import { countBeginning } from './series-count.queries'
import { matching, type SeriesQuestion, scopeValues, shapeKey } from './series-matching.queries'
import { pageOfSeries, type SeriesRow } from './series-row'

/**
 * The rows of one page of series with some words that too many have to sort them: see `rank.Part`. Where rows are kept, the
 * keys are all.
 */
export function rankedSeries(
  reader: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
  { window, total }: { readonly window: Window; readonly total: number },
): Promise<SeriesRow[]> {
  const { dialect } = reader
  const { isTurned } = window
  const isKept = keepsRows(reader)
  const beginning = () => countBeginning(reader, viewer, question)
  const asked = { text: question.text, window, total, countBeginning: beginning }
  return rank.rows(dialect, asked, (part, place, { from, span }) => {
    const values = { ...place, span, userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
    const key = `${shapeKey(isKept ? 'ranked keys' : 'ranked rows', viewer, question)}|${part}|${from}|${isTurned ? 'turned' : ''}`
    return runShape<SeriesRow, typeof values>(reader, key, values, (query, p) => {
      const page = rank.page(dialect, 'series', p, {
        ...{ part, isTurned, from, span },
        matching: matching(reader, viewer, question, p, { isWide: true }),
        listed: matching(reader, viewer, { ...question, text: null }, p),
      })
      if (isKept) return query.selectFrom(page).select('page.pk') as unknown as Compilable<SeriesRow>
      return pageOfSeries(query, page, p.userPk).orderBy(rank.pageOrder('series', p, isTurned) as never)
    })
  })
}
