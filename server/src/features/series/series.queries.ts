import { type Reader, runShape } from '../../db'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type SeriesRow, seriesWithContext } from './series-row'

/**
 * One series that the viewer may see.
 * @throws NotFound, the same for a missing and a hidden one
 */
export async function findSeries(reader: Reader, viewer: Viewer, id: string): Promise<SeriesRow> {
  const values = { id: id.toLowerCase(), userPk: viewer.userPk }
  const [row] = await runShape<SeriesRow, typeof values>(
    reader,
    `series.one|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      seriesWithContext(query, p.userPk).where('series.id', '=', p.id).where(visible(viewer, 'series.library_pk')),
  )
  if (!row) throw notFound('Series')
  return row
}
