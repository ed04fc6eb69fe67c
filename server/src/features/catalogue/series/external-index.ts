import type { SeriesExternalIndexDto } from '@octavo/contract/external-index'
import { columnsOf, type ListView, type RowShape } from '../../lists/engine'
import { externalOf } from '../external'
import { SERIES } from './series-entity'

interface IndexRow {
  readonly pk: number
  readonly id: string
  readonly volumes_owned: number
  readonly max_volume: number | null
  readonly max_chapter: number | null
}

const INDEX_ROW: RowShape<IndexRow> = {
  entity: SERIES,
  name: 'external index',
  shared: () => columnsOf('series', ['id', 'volumes_owned', 'max_volume', 'max_chapter']),
}

/** Series with their external ids and extent only: one additional query per page. */
export const EXTERNAL_INDEX: ListView<IndexRow> = {
  rows: INDEX_ROW,
  texts: async (reader, _viewer, rows) => {
    const ids = await externalOf(
      reader,
      'external_ids',
      'series',
      rows.map(({ pk }) => pk),
    )
    return rows.map(({ pk, id, volumes_owned, max_volume, max_chapter }) => {
      const externalIds = (ids.get(pk) ?? []).map(({ source, external_id, external_url }) => {
        return { source, externalId: external_id, externalUrl: external_url }
      })
      const shown: SeriesExternalIndexDto = {
        ...{ id, externalIds, localMaxVolume: max_volume, localMaxChapter: max_chapter, volumesOwned: volumes_owned },
      }
      return JSON.stringify(shown)
    })
  },
}
