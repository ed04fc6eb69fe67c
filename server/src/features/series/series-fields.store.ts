import type { Tx } from '../../db'

/** Sets what a refresh found of a series. */
export async function setSeriesFields(
  tx: Tx,
  pk: number,
  fields: {
    readonly summary: string | null
    readonly publisher: string | null
    readonly year: number | null
    readonly readingDirection: string | null
  },
  now: number,
): Promise<void> {
  const { summary, publisher, year, readingDirection } = fields
  await tx.query
    .updateTable('series')
    .set({ summary, publisher, year, reading_direction: readingDirection, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}
