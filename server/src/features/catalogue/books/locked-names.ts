import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'
import type { BookNames } from '../../../naming/naming'

export type { BookNames } from '../../../naming/naming'

/** The current values of a book's names that a person may have locked. */
export interface LockedNames {
  /** See kernel/field-locks. */
  readonly locks: number
  readonly title: string
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

/** Names by rules, with locked ones unchanged. */
export function withLockedNames(names: BookNames, book: LockedNames): BookNames {
  if (book.locks === 0) return names
  const locked = (field: BookLock) => isLocked(BOOK_LOCKS, book.locks, field)
  const title = locked('title') ? book.title : names.title
  return {
    title,
    titleSort: title === names.title ? (names.titleSort ?? null) : null,
    sortKey: title === names.title ? names.sortKey : sortKey(title),
    // The search words of the rules stay: the file name remains searchable.
    searchText: title === names.title ? names.searchText : searchText(title, names.searchText),
    number: locked('number') ? book.number : names.number,
    volume: locked('volume') ? book.volume : names.volume,
    chapter: locked('chapter') ? book.chapter : names.chapter,
  }
}

/** The name columns of a book. The sort title comes from its file, unless it is locked. */
export function nameColumns(names: BookNames, book?: LockedNames & { readonly title_sort: string | null }) {
  const resulting = book ? withLockedNames(names, book) : names
  const titleSort =
    book && isLocked(BOOK_LOCKS, book.locks, 'titleSort') ? book.title_sort : (resulting.titleSort ?? null)
  return {
    title: resulting.title,
    title_folded: foldedOrNull(resulting.title),
    title_sort: titleSort,
    title_sort_folded: foldedOrNull(titleSort),
    sort_key: titleSort === null ? resulting.sortKey : sortKey(titleSort),
    search_text: titleSort === null ? resulting.searchText : searchText(titleSort, resulting.searchText),
    number: resulting.number,
    volume: resulting.volume,
    chapter: resulting.chapter,
  }
}
