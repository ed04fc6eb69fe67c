import type { UnsentPlace } from './place.rules'

/** Places that still have to reach the server: saved per user, so that nobody sends another's. */
export interface UnsentStore {
  read(bookId: string): UnsentPlace | null
  write(bookId: string, unsent: UnsentPlace): void
  /** Forgets the place, unless a newer one has been written since (by another tab, or while it was on its way). */
  remove(bookId: string, savedAt: number): void
  /** Ids of the books that have an unsent place. */
  books(): string[]
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export function unsentStore(shelf: Shelf, userId: string): UnsentStore {
  const prefix = `octavo.unsent.${userId}.`
  return {
    read: bookId => parse(shelf.getItem(prefix + bookId)),
    write(bookId, unsent) {
      try {
        shelf.setItem(prefix + bookId, JSON.stringify(unsent))
      } catch {
        // Full or forbidden: the place is still sent from memory.
      }
    },
    remove(bookId, savedAt) {
      const saved = parse(shelf.getItem(prefix + bookId))
      if (!saved || saved.savedAt <= savedAt) shelf.removeItem(prefix + bookId)
    },
    books() {
      const keys = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '')
      return keys.filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length))
    },
  }
}

/** The browser's own storage, or a forgetful stand-in where it is forbidden. */
export function browserShelf(): Shelf {
  try {
    return window.localStorage
  } catch {
    return { length: 0, key: () => null, getItem: () => null, setItem: () => {}, removeItem: () => {} }
  }
}

function parse(text: string | null): UnsentPlace | null {
  if (text === null) return null
  try {
    const unsent = JSON.parse(text) as UnsentPlace
    return typeof unsent.savedAt === 'number' && typeof unsent.place?.page === 'number' ? unsent : null
  } catch {
    return null
  }
}
