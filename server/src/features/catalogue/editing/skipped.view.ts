import type { SkippedFieldDto } from '@octavo/contract/book-metadata'
import type { EditsMade } from './record-edits'

/** Ids that an answer names of each field. */
const MOST_IDS = 100

/** The fields that an edit of many left alone, with how often and where; nothing where there are none. */
export function skippedView({ skipped }: Pick<EditsMade, 'skipped'>): { readonly skipped?: SkippedFieldDto[] } {
  if (skipped.length === 0) return {}
  const groups = Map.groupBy(skipped, ({ field }) => field)
  return {
    skipped: [...groups].map(([field, rows]) => ({
      field,
      count: rows.length,
      ids: rows.slice(0, MOST_IDS).map(({ id }) => id),
    })),
  }
}
