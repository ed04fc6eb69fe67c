import type { Tx } from '../../db'
import { searchText } from '../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../kernel/text'

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
    .set({
      summary,
      summary_folded: foldedOrNull(summary),
      publisher,
      publisher_folded: foldedOrNull(publisher),
      year,
      reading_direction: readingDirection,
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
}

/** A title and a place with what lists sort, compare and search by. */
export function named(title: string, titleSort: string | null, path: string) {
  return {
    title,
    title_folded: foldedOrNull(title),
    title_sort: titleSort,
    title_sort_folded: foldedOrNull(titleSort),
    path,
    path_folded: foldedOrNull(path),
    sort_key: sortKey(titleSort ?? title),
    search_text: searchText(title, titleSort, path),
  }
}

/** What became of a wish for another title. */
export interface Retitled {
  readonly changed: boolean
  readonly locked: boolean
  readonly sortCleared: boolean
}

/**
 * Gives a series another title, unless a person has locked it, and with `path` another place. A title to sort by belongs
 * to the title before and goes with it, unless that is locked.
 */
export async function retitleSeries(tx: Tx, pk: number, title: string, now: number, path?: string): Promise<Retitled> {
  const row = await tx.query
    .selectFrom('series')
    .select(['title', 'title_sort', 'title_locked', 'title_sort_locked', 'path'])
    .where('pk', '=', pk)
    .executeTakeFirst()
  const changed = row !== undefined && !row.title_locked && row.title !== title
  const locked = row?.title_locked ?? false
  if (!row || !(changed || path !== undefined)) return { changed, locked, sortCleared: false }
  const titleSort = changed && !row.title_sort_locked ? null : row.title_sort
  await tx.query
    .updateTable('series')
    .set({ ...named(changed ? title : row.title, titleSort, path ?? row.path), updated_at: now })
    .where('pk', '=', pk)
    .execute()
  return { changed, locked, sortCleared: titleSort !== row.title_sort }
}
