import type { SeriesValueField } from '@octavo/contract/list-fields'
import { sql } from 'kysely'
import { atOneRevision, type Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import {
  type CountedValue,
  keysOf,
  type ListQuery,
  namesOfKind,
  selectGroups,
  selectKeys,
  selectValues,
  type ValueSql,
  type ValuesQuery,
} from '../../lists/engine'
import type { Condition, Sort } from '../../lists/filters'
import type { TextQuery } from '../../lists/words'
import { seriesOfKeys } from './series-by-keys.queries'
import { SERIES } from './series-entity'
import { SERIES_SORT_DEFAULT } from './series-fields'
import type { SeriesRow } from './series-row'

/** Which series, in which order, which page of them. */
export interface SeriesQuestion {
  readonly libraryPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextQuery | null | undefined
  /** Begun by the viewer and not finished. */
  readonly inProgress?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

type Narrowed = Pick<SeriesQuestion, 'libraryPk' | 'condition' | 'text'>

/** One page of series and how many there are in all. When no series has a word that is looked for, words like it are. */
export async function selectSeries(
  given: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
): Promise<{ rows: SeriesRow[]; total: number }> {
  const reader = atOneRevision(given)
  const { pks, total } = await selectKeys(reader, viewer, SERIES, queryOf(question))
  return { rows: await seriesOfKeys(reader, viewer, pks), total }
}

/** The rows of one page alone. */
export async function seriesRows(given: Reader, viewer: Viewer, question: SeriesQuestion): Promise<SeriesRow[]> {
  const reader = atOneRevision(given)
  const pks = await keysOf({ reader, viewer, entity: SERIES, query: queryOf(question) }, null)
  return seriesOfKeys(reader, viewer, pks)
}

/** How many series begin with each character, in the order of lists. */
export function seriesGroups(reader: Reader, viewer: Viewer, asked: Narrowed) {
  return selectGroups({ reader, viewer, entity: SERIES, query: allOf(asked) })
}

const VALUES: Readonly<Record<SeriesValueField, ValueSql>> = {
  publisher: { value: sql`series.publisher`, key: sql`coalesce(series.publisher_folded, lower(series.publisher))` },
  year: { value: sql`cast(series.year as text)`, key: sql`series.year`, isNumber: true },
  genre: namesOfKind('series_facets', 'series_pk', sql`series.pk`, 'genre'),
  tag: namesOfKind('series_facets', 'series_pk', sql`series.pk`, 'tag'),
  author: namesOfKind('series_facets', 'series_pk', sql`series.pk`, 'author'),
  language: namesOfKind('series_facets', 'series_pk', sql`series.pk`, 'language'),
}

/** The values that series have in a field, those that most have first, years from the latest. */
export function seriesValues(
  reader: Reader,
  viewer: Viewer,
  asked: Narrowed,
  values: ValuesQuery<SeriesValueField>,
): Promise<CountedValue[]> {
  return selectValues({ reader, viewer, entity: SERIES, query: allOf(asked) }, VALUES[values.field], values)
}

function allOf(asked: Narrowed): ListQuery {
  return queryOf({ ...asked, sort: SERIES_SORT_DEFAULT, page: 1, pageSize: 1 })
}

function queryOf({ libraryPk, inProgress, ...rest }: SeriesQuestion): ListQuery {
  return { ...rest, scope: { library: libraryPk }, subset: inProgress ? 'in progress' : undefined }
}
