import { isOfFewPages } from '../../../formats/pages-hash'

/** A book whose file is gone from its path. */
export interface MissingBook {
  readonly pk: number
  readonly libraryPk: number
  readonly fileName: string
  /** Empty until analysed. */
  readonly fileHash: string
  readonly pagesHash: string | null
  /** When its file was last found. */
  readonly seenAt: number
  /** An earlier scan has already hidden it. */
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

/** The row of a missing book, and the new row of the same book at its current path. */
export interface Reunion {
  readonly pk: number
  readonly freshPk: number
  /** Former place of the missing book. */
  readonly libraryPk: number
  /** The content differs: the file was tagged or repacked. */
  readonly isChanged: boolean
  /** A row created before this is not of a moved file. */
  readonly since: number
}

/**
 * Matches missing books with new rows. A file that existed while the missing one did is a copy. Equal files take
 * precedence over equal pages, which count only if exactly one book is missing and one is found, so that progress never
 * goes to another edition. Recently missing books take precedence over those hidden long before, such as a deleted
 * copy; a book of one or two pages must be unique, copies included.
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
