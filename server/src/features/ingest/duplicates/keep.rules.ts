import type { KEEP_RULES } from '@octavo/contract/duplicate-books'

export interface Comparable {
  readonly pk: number
  readonly library_pk: number
  readonly library_id: string
  readonly sharing_set_pk: number | null
  readonly file_size: number
  readonly filled: number
}

export type KeepRule = (typeof KEEP_RULES)[number]

/** The book of a group that a rule retains, and those that can be merged into it; or why there is none. */
export function choose<Book extends Comparable>(
  books: readonly Book[],
  rule: KeepRule,
  libraryId: string | null,
): { readonly keep: Book; readonly merge: readonly Book[] } | 'not_in_library' | 'other_library' {
  const mayStay = rule === 'library' ? books.filter(book => book.library_id === libraryId) : books
  const [keep] = mayStay.toSorted(rule === 'more_metadata' ? byMetadata : bySize)
  if (!keep) return 'not_in_library'
  const merge = books.filter(book => book !== keep && isTogether(keep, book))
  return merge.length === 0 ? 'other_library' : { keep, merge }
}

/** Merges stay within a library, and among books visible to the same people. */
function isTogether(one: Comparable, other: Comparable): boolean {
  return one.library_pk === other.library_pk && one.sharing_set_pk === other.sharing_set_pk
}

function bySize(a: Comparable, b: Comparable): number {
  return b.file_size - a.file_size || b.filled - a.filled || a.pk - b.pk
}

function byMetadata(a: Comparable, b: Comparable): number {
  return b.filled - a.filled || bySize(a, b)
}
