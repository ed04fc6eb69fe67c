import type { Tx } from '../../db'
import { fold, sortKey } from '../../kernel/text'

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

/** A title with what lists sort and search by. */
export function named(title: string, titleSort: string | null = null) {
  return { title, sort_key: sortKey(titleSort ?? title), search_text: fold(title) }
}

/** What became of a wish for another title. */
export interface Retitled {
  readonly changed: boolean
  readonly locked: boolean
  readonly sortCleared: boolean
}

/**
 * Gives a series another title, unless a person has locked it. A title to sort by belongs to the title before and goes
 * with it, unless that is locked.
 */
export async function retitleSeries(tx: Tx, pk: number, title: string, now: number): Promise<Retitled> {
  const row = await tx.query
    .selectFrom('series')
    .select(['title', 'title_sort', 'title_locked', 'title_sort_locked'])
    .where('pk', '=', pk)
    .executeTakeFirst()
  if (!row || row.title_locked || row.title === title) {
    return { changed: false, locked: row?.title_locked ?? false, sortCleared: false }
  }
  const titleSort = row.title_sort_locked ? row.title_sort : null
  await tx.query
    .updateTable('series')
    .set({ ...named(title, titleSort), title_sort: titleSort, updated_at: now })
    .where('pk', '=', pk)
    .execute()
  return { changed: true, locked: false, sortCleared: titleSort !== row.title_sort }
}
