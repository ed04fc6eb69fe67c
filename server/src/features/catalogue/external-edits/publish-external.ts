import type { Tx } from '../../../db'
import { bookStore } from '../books'
import type { Subject } from '../external'
import { publishSeriesEvent } from '../series'

/** Publishes changed external ids, links or ratings, for open pages of the series or book. */
export async function publishExternal(tx: Tx, { kind, pk }: Subject, field: string): Promise<void> {
  if (kind === 'series') {
    const row = await tx.query
      .selectFrom('series')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .select(['series.id', 'series.book_count', 'libraries.id as library_id', 'series.library_pk'])
      .where('series.pk', '=', pk)
      .executeTakeFirst()
    if (row && row.book_count > 0) publishSeriesEvent(tx, row, 'series_updated', [field])
    return
  }
  await bookStore.publishBookEvents(tx, [pk], 'book_updated', [field])
}
