import { without } from '@octavo/contract/field-schemas'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { SeriesDto } from '@octavo/contract/series'
import type { AlternateTitleDto } from '@octavo/contract/series-side'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { valuesOf } from '../../../kernel/field-columns'
import type { Viewer } from '../../../kernel/viewer'
import { findRow, rowsByKeys } from '../../lists/engine'
import { externalOf, externalView } from '../external'
import { type Names, NO_NAMES, namesOf } from '../facets'
import { itemText } from '../items'
import type { SeriesJson } from './series.json'
import { type Finished, finishedSeries, otherTitlesOf } from './series.queries'
import { SERIES_VALUE_COLUMNS } from './series-fields'
import { seriesLocksView } from './series-locks.rules'
import { SERIES_JSON, SERIES_METADATA, type SeriesMetadataRow } from './series-row'

/** Values from other tables, read once for all series of a page. */
interface Related {
  readonly shown: SeriesDto
  readonly names: Names
  /** How often the viewer finished all of its books; undefined while one is unread. */
  readonly finished: Finished | undefined
  readonly titles: readonly AlternateTitleDto[]
  readonly external: Pick<FullSeriesResponse, 'externalIds' | 'externalLinks' | 'externalRatings'>
}

/** Complete series: seven queries for any number of them. */
export async function fullSeries(
  reader: Reader,
  viewer: Viewer,
  shown: readonly SeriesJson[],
): Promise<FullSeriesResponse[]> {
  const pks = shown.map(row => row.pk)
  const [rows, names, finished, titles, ids, links, ratings] = await Promise.all([
    rowsByKeys(reader, viewer, SERIES_METADATA, pks),
    namesOf(reader, 'series', pks),
    finishedSeries(reader, viewer, pks),
    otherTitlesOf(reader, shown),
    externalOf(reader, 'external_ids', 'series', pks),
    externalOf(reader, 'external_links', 'series', pks),
    externalOf(reader, 'external_ratings', 'series', pks),
  ])
  const texts = new Map(shown.map(row => [row.pk, itemText(row)]))
  return rows.map(row =>
    fullView(row, {
      shown: JSON.parse(texts.get(row.pk) ?? '') as SeriesDto,
      names: names.get(row.pk) ?? NO_NAMES,
      finished: finished.get(row.pk),
      titles: titles.get(row.pk) ?? [],
      external: {
        externalIds: (ids.get(row.pk) ?? []).map(each => externalView.seriesIdView(each, row.id)),
        externalLinks: (links.get(row.pk) ?? []).map(each => externalView.seriesLinkView(each, row.id)),
        externalRatings: (ratings.get(row.pk) ?? []).map(each => externalView.seriesRatingView(each, row.id)),
      },
    }),
  )
}

/** @throws NotFound for a missing or hidden one */
export async function fullOneSeries(reader: Reader, viewer: Viewer, id: string): Promise<FullSeriesResponse> {
  const [series] = await fullSeries(reader, viewer, [await findRow(reader, viewer, SERIES_JSON, id)])
  if (!series) throw notFound('Series')
  return series
}

function fullView(row: SeriesMetadataRow, { shown, names, finished, titles, external }: Related): FullSeriesResponse {
  const values = { title: row.title, ...valuesOf(SERIES_VALUE_COLUMNS, row) }
  return {
    ...without(shown, values),
    readCount: Number(finished?.count ?? 0),
    lastCompletedAt: timestampOrNull(finished?.last_at ?? null),
    metadata: {
      ...values,
      authors: row.authors && JSON.parse(row.authors),
      customMetadata: row.custom_metadata && JSON.parse(row.custom_metadata),
      locks: seriesLocksView(row),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
    },
    genres: [...names.genres],
    tags: [...names.tags],
    alternateTitles: [...titles],
    ...external,
  }
}
