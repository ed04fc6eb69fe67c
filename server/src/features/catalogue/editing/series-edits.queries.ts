import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

export type SeriesToEdit = Selectable<SeriesTable>

/** One series; the caller has checked access. Locks its row in a transaction. */
export async function seriesToEdit(from: Reader | Tx, pk: number): Promise<SeriesToEdit | null> {
  const query = (from as Tx).query.selectFrom('series').selectAll().where('pk', '=', pk)
  const row = await ('publish' in from ? query.modifyEnd(from.dialect.forUpdate) : query).executeTakeFirst()
  return row ?? null
}

/** Names of a kind of a series, in list order. */
export async function namesOfSeries(from: Reader | Tx, pk: number, kind: 'genre' | 'tag'): Promise<string[]> {
  const rows = await (from as Tx).query
    .selectFrom('series_facets')
    .innerJoin('facets', 'facets.pk', 'series_facets.facet_pk')
    .select('facets.name')
    .where('series_facets.series_pk', '=', pk)
    .where('facets.kind', '=', kind)
    .orderBy('facets.name_key')
    .execute()
  return rows.map(row => row.name)
}

/** The keys of the visible series, in key order. */
export async function visibleSeries(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<number[]> {
  return (await visibleOf(reader, viewer, ids)).map(row => row.pk)
}

/** Their ids, without missing or hidden ones. */
export async function visibleSeriesIds(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  return (await visibleOf(reader, viewer, ids)).map(row => row.id)
}

function visibleOf(reader: Reader, viewer: Viewer, ids: readonly string[]) {
  return reader.query
    .selectFrom('series')
    .select(['series.pk', 'series.id'])
    .where(
      'series.id',
      'in',
      ids.map(id => id.toLowerCase()),
    )
    .where(visible(viewer, 'series.library_pk'))
    .orderBy('series.pk')
    .execute()
}
