import type { Tx } from '../../../db'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'

/** Title and place, with their keys for sorting, comparing and searching; `others` are its alternate titles. */
export function named(title: string, titleSort: string | null, path: string, others: readonly string[] = []) {
  return {
    title,
    title_folded: foldedOrNull(title),
    title_sort: titleSort,
    title_sort_folded: foldedOrNull(titleSort),
    path,
    path_folded: foldedOrNull(path),
    sort_key: sortKey(titleSort ?? title),
    search_text: searchText(title, titleSort, path, ...others),
  }
}

export async function otherTitles(tx: Tx, pk: number): Promise<string[]> {
  const rows = await tx.query
    .selectFrom('alternate_titles')
    .select('title')
    .where('series_pk', '=', pk)
    .orderBy('pk')
    .execute()
  return rows.map(row => row.title)
}

/** Updates the search words of a series from its current titles. */
export async function learnWords(tx: Tx, pk: number): Promise<void> {
  const row = await tx.query
    .selectFrom('series')
    .select(['title', 'title_sort', 'path'])
    .where('pk', '=', pk)
    .executeTakeFirst()
  if (!row) return
  const { search_text } = named(row.title, row.title_sort, row.path, await otherTitles(tx, pk))
  await tx.query.updateTable('series').set({ search_text }).where('pk', '=', pk).execute()
}
