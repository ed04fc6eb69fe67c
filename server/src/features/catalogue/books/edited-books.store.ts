import { type JsonType, jsonText, type Tx, writeShape } from '../../../db'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'

/** The edited columns of a book's own row, and its locks. */
export interface EditedNames {
  readonly pk: number
  readonly fileName: string
  readonly title: string
  readonly titleSort: string | null
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  readonly summary: string | null
  /** 20260131; unknown parts are 0. */
  readonly releaseDate: number | null
  readonly locks: number
}

const TYPES = {
  ...{ pk: 'bigint', title: 'text', title_folded: 'text', title_sort: 'text', title_sort_folded: 'text' },
  ...{ sort_key: 'text', search_text: 'text', number: 'double precision', volume: 'bigint' },
  ...{ chapter: 'double precision', locks: 'bigint', summary: 'text', summary_folded: 'text' },
  ...{ release_date: 'bigint', updated_at: 'bigint' },
} as const satisfies Readonly<Record<string, JsonType>>

const NAMES = Object.keys(TYPES).filter(name => name !== 'pk')

/** Writes them regardless of locks. The file name remains searchable. */
export async function setEdited(tx: Tx, books: readonly EditedNames[], now: number): Promise<void> {
  if (books.length === 0) return
  const rows = books.map(({ pk, fileName, title, titleSort, summary, releaseDate, ...rest }) => {
    const { number, volume, chapter, locks } = rest
    return {
      pk,
      title,
      title_folded: foldedOrNull(title),
      title_sort: titleSort,
      title_sort_folded: foldedOrNull(titleSort),
      sort_key: sortKey(titleSort ?? title),
      search_text: searchText(title, titleSort, fileName.replace(/\.[^.]+$/, '')),
      ...{ number, volume, chapter, locks },
      summary,
      summary_folded: foldedOrNull(summary),
      release_date: releaseDate,
      updated_at: now,
    }
  })
  await writeShape(tx, 'books.edited', { rows: jsonText(rows) }, (query, p) => {
    const given = tx.dialect.jsonRows<Record<keyof typeof TYPES, never>>(p.rows, TYPES).as('v')
    return query
      .updateTable('books')
      .from(given)
      .set(eb => Object.fromEntries(NAMES.map(name => [name, eb.ref(`v.${name}` as 'v.pk')])))
      .whereRef('books.pk', '=', 'v.pk')
  })
}
