import type { SkippedFieldDto } from '@octavo/contract/book-metadata'
import type { EditsMade } from './record-edits'

/** Maximum number of ids per field in an answer. */
const MOST_IDS = 100

/** The fields that a bulk edit skipped, with counts and ids; undefined if none. */
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
