import type { SeriesValueField } from '@octavo/contract/list-fields'
import { sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { type CountedValue, countValues, type ValueSql, type ValuesAsked } from '../list-values'
import { SERIES_SORT_DEFAULT } from './series-fields'
import { matching, type SeriesQuestion, scopeValues, shapeKey } from './series-matching.queries'

const PUBLISHER: ValueSql = {
  value: sql`series.publisher`,
  key: sql`coalesce(series.publisher_folded, lower(series.publisher))`,
}
const YEAR: ValueSql = { value: sql`cast(series.year as text)`, key: sql`series.year`, isNumber: true }
const NAME: ValueSql = { value: sql`facets.name`, key: sql`facets.name_key` }

/** The values that series have in a field, those that most have first, years from the latest. */
export function seriesValues(
  reader: Reader,
  viewer: Viewer,
  asked: Pick<SeriesQuestion, 'libraryPk' | 'condition' | 'text'>,
  { field, contains, limit }: ValuesAsked<SeriesValueField>,
): Promise<CountedValue[]> {
  const question = { ...asked, sort: SERIES_SORT_DEFAULT, page: 1, pageSize: 1 }
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const key = shapeKey(`values-${JSON.stringify([field, contains, limit])}`, viewer, question)
  return runShape<CountedValue, typeof values>(reader, key, values, (query, p) => {
    const rows = query.selectFrom('series').where(matching(reader, viewer, question, p))
    if (field === 'publisher') return countValues(rows, PUBLISHER, contains, limit)
    if (field === 'year') return countValues(rows, YEAR, contains, limit)
    const names = rows
      .innerJoin('series_facets', 'series_facets.series_pk', 'series.pk')
      .innerJoin('facets', 'facets.pk', 'series_facets.facet_pk')
      .where('facets.kind', '=', field)
    return countValues(names, NAME, contains, limit)
  })
}
