import type { Tx } from '../../../db'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'

/** What a person has made of the names of a book, and what is locked of it. */
export interface EditedNames {
  readonly pk: number
  readonly fileName: string
  readonly title: string
  readonly titleSort: string | null
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  readonly locks: number
}

/** Sets them whatever is locked. It stays to be found by its file's name. */
export async function setEdited(tx: Tx, edited: EditedNames, now: number): Promise<void> {
  const { pk, fileName, title, titleSort, number, volume, chapter, locks } = edited
  const stem = fileName.replace(/\.[^.]+$/, '')
  await tx.query
    .updateTable('books')
    .set({
      title,
      title_folded: foldedOrNull(title),
      title_sort: titleSort,
      title_sort_folded: foldedOrNull(titleSort),
      sort_key: sortKey(titleSort ?? title),
      search_text: searchText(title, titleSort, stem),
      number,
      volume,
      chapter,
      locks,
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
}
