import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'

/** Title and numbers of a book, by the naming rules. */
export interface BookNames {
  readonly title: string
  /** If the file gives a sort title. */
  readonly titleSort?: string | null
  readonly sortKey: string
  readonly searchText: string
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

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

/** The same columns for a statement whose values are bound later. */
export function columnsOf<Bound extends ReturnType<typeof nameColumns>>(p: Bound): ReturnType<typeof nameColumns> {
  return {
    title: p.title,
    title_folded: p.title_folded,
    title_sort: p.title_sort,
    title_sort_folded: p.title_sort_folded,
    sort_key: p.sort_key,
    search_text: p.search_text,
    number: p.number,
    volume: p.volume,
    chapter: p.chapter,
  }
}
