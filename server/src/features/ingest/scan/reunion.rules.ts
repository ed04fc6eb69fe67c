import { isOfFewPages } from '../../../formats/pages-hash'

/** A book whose file is gone from its place, though it may be another's by now. */
export interface MissingBook {
  readonly pk: number
  readonly libraryPk: number
  readonly fileName: string
  /** Empty until analysed. */
  readonly fileHash: string
  readonly pagesHash: string | null
  /** When its file was last found. */
  readonly seenAt: number
  /** It is missing for some time already: an earlier scan has hidden it. */
  readonly isHidden: boolean
}

/** A book with a file. */
export interface FoundBook {
  readonly pk: number
  readonly fileName: string
  readonly fileHash: string
  readonly pagesHash: string | null
  readonly listedAt: number
}

/** The row of a missing book, and the row that was made of the same book where it lies now. */
export interface Reunion {
  readonly pk: number
  readonly freshPk: number
  /** Where the missing book was. */
  readonly libraryPk: number
  /** The bytes are other ones: the file was tagged or repacked. */
  readonly isChanged: boolean
  /** A row that was made before this is not of a file that was moved. */
  readonly since: number
}

/**
 * Which of the missing books are there again as rows of their own. A file that was there while the missing one was, is
 * a copy and stays what it is. Equal files count before equal pages; these count only when one book is missing and one
 * is there, so that nobody's progress goes to another edition. A book that has gone just now counts before those that were
 * hidden long before, such as a copy that somebody has thrown away; but one of a page or two must be the only one, copies
 * that are there included.
 */
export function pairUp(missing: readonly MissingBook[], found: readonly FoundBook[]): Reunion[] {
  const pairs: Reunion[] = []
  const taken = new Set<number>()
  const pair = (book: MissingBook, fresh: FoundBook, isChanged: boolean) => {
    const { pk, libraryPk, seenAt: since } = book
    pairs.push({ pk, libraryPk, freshPk: fresh.pk, isChanged, since })
    taken.add(book.pk).add(fresh.pk)
  }
  const isFree = ({ pk }: { readonly pk: number }) => !taken.has(pk)
  const foundByHash = Map.groupBy(found, book => book.fileHash)
  const inOrder = missing
    .filter(book => book.fileHash !== '')
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden) || a.pk - b.pk)
  for (const sameName of [true, false]) {
    for (const book of inOrder.filter(isFree)) {
      const fresh = foundByHash
        .get(book.fileHash)
        ?.filter(isFree)
        .find(one => one.listedAt > book.seenAt && (!sameName || one.fileName === book.fileName))
      if (fresh) pair(book, fresh, false)
    }
  }
  const foundByPages = Map.groupBy(found, book => book.pagesHash)
  for (const [hash, books] of Map.groupBy(missing.filter(isFree), book => book.pagesHash)) {
    const justGone = books.filter(({ isHidden }) => !isHidden)
    const isOfFew = isOfFewPages(hash)
    const [book, another] = justGone.length > 0 && !isOfFew ? justGone : books
    if (hash === null || !book || another) continue
    const like = foundByPages.get(hash) ?? []
    const isNew = (one: FoundBook) => one.listedAt > book.seenAt
    const [fresh, copy] = isOfFew ? like : like.filter(isNew)
    if (fresh && !copy && isFree(fresh) && isNew(fresh)) pair(book, fresh, true)
  }
  return pairs
}
