import type { AlternateTitleDto } from '@octavo/contract/series-side'
import type { Reader, Tx } from '../../../db'
import { timestamp } from '../../../kernel/clock'

/** Those of a series whose access the caller has checked, in the order of addition. */
export async function alternateTitlesOf(
  { query }: { readonly query: Pick<(Reader | Tx)['query'], 'selectFrom'> },
  series: { readonly pk: number; readonly id: string },
): Promise<AlternateTitleDto[]> {
  const rows = await query
    .selectFrom('alternate_titles')
    .select(['id', 'label', 'title', 'created_at', 'updated_at'])
    .where('series_pk', '=', series.pk)
    .orderBy('pk')
    .execute()
  return rows.map(({ created_at, updated_at, ...title }) => {
    return { ...title, seriesId: series.id, createdAt: timestamp(created_at), updatedAt: timestamp(updated_at) }
  })
}
