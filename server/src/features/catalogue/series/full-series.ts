import { without } from '@octavo/contract/field-schemas'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { SeriesDto } from '@octavo/contract/series'
import type { Reader } from '../../../db'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { valuesOf } from '../../../kernel/field-columns'
import type { Viewer } from '../../../kernel/viewer'
import { rowsByKeys } from '../../lists/engine'
import { externalOf, externalView } from '../external'
import { NO_NAMES, namesOf } from '../facets'
import { itemText } from '../items'
import type { SeriesJson } from './series.json'
import { finishedSeries, otherTitlesOf } from './series.queries'
import { SERIES_VALUE_COLUMNS } from './series-fields'
import { seriesLocksView } from './series-locks.rules'
import { SERIES_ROW } from './series-row'

/** Complete series: eight queries for any number of them. */
export async function fullSeries(
  reader: Reader,
  viewer: Viewer,
  shown: readonly SeriesJson[],
): Promise<FullSeriesResponse[]> {
  const pks = shown.map(row => row.pk)
  const [rows, names, finished, titles, ids, links, ratings] = await Promise.all([
    rowsByKeys(reader, viewer, SERIES_ROW, pks),
    namesOf(reader, 'series', pks),
    finishedSeries(reader, viewer, pks),
    otherTitlesOf(reader, shown),
    externalOf(reader, 'external_ids', 'series', pks),
    externalOf(reader, 'external_links', 'series', pks),
    externalOf(reader, 'external_ratings', 'series', pks),
  ])
  const texts = new Map(shown.map(row => [row.pk, itemText(row)]))
  return rows.map(row => {
    const values = { title: row.title, ...valuesOf(SERIES_VALUE_COLUMNS, row) }
    const { genres, tags } = names.get(row.pk) ?? NO_NAMES
    const readings = finished.get(row.pk)
    return {
      ...without(JSON.parse(texts.get(row.pk) ?? '') as SeriesDto, values),
      readCount: Number(readings?.count ?? 0),
      lastCompletedAt: timestampOrNull(readings?.last_at ?? null),
      metadata: {
        ...values,
        authors: row.authors && JSON.parse(row.authors),
        customMetadata: row.custom_metadata && JSON.parse(row.custom_metadata),
        locks: seriesLocksView(row),
        createdAt: timestamp(row.created_at),
        updatedAt: timestamp(row.updated_at),
      },
      genres: [...genres],
      tags: [...tags],
      alternateTitles: [...(titles.get(row.pk) ?? [])],
      externalIds: (ids.get(row.pk) ?? []).map(each => externalView.seriesIdView(each, row.id)),
      externalLinks: (links.get(row.pk) ?? []).map(each => externalView.seriesLinkView(each, row.id)),
      externalRatings: (ratings.get(row.pk) ?? []).map(each => externalView.seriesRatingView(each, row.id)),
    }
  })
}
