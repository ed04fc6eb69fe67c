import type { Refusal } from '../../device/unsent.rules'
import type { UnsentTable } from '../../device/unsent-table'
import type { UnsentPlace } from './place.rules'

/** One person's places in this browser, so that nobody sends another's. */
export interface PlaceStore {
  /** The place in this browser, and whether the server has it. */
  read(bookId: string): Promise<{ readonly unsent: UnsentPlace; readonly sent: boolean } | null>
  write(bookId: string, unsent: UnsentPlace): Promise<void>
  /** The server has the place; `updatedAt` is its timestamp there. A newer unsent place stays unsent. */
  sent(bookId: string, savedAt: number, updatedAt: string | null): Promise<void>
  /** The server will never accept the place: it is reported. */
  refuse(bookId: string, savedAt: number, refusal: Refusal): Promise<void>
  /** Deletes the place, unless a newer one has been stored since. */
  remove(bookId: string, savedAt: number): Promise<void>
  /** Stores the server's place for offline reading. Never replaces an unsent one. */
  learn(bookId: string, known: UnsentPlace): Promise<void>
}

export function placeStore(table: UnsentTable, userId: string): PlaceStore {
  const change = (
    bookId: string,
    next: (was: { readonly unsent: UnsentPlace; readonly sent: boolean; readonly refusal?: Refusal } | null) => {
      readonly unsent: UnsentPlace
      readonly sent: boolean
      readonly refusal?: Refusal
    } | null,
  ) =>
    table.change([userId, 'place', bookId], was => {
      const now = next(was?.kind === 'place' ? was : null)
      return now ? { kind: 'place', userId, id: bookId, bookId, savedAt: now.unsent.savedAt, ...now } : undefined
    })
  return {
    async read(bookId) {
      const entry = await table.get([userId, 'place', bookId])
      return entry?.kind === 'place' && !entry.refusal ? { unsent: entry.unsent, sent: entry.sent } : null
    },
    write: (bookId, unsent) =>
      table.put({ kind: 'place', userId, id: bookId, bookId, savedAt: unsent.savedAt, unsent, sent: false }),
    sent: (bookId, savedAt, updatedAt) =>
      change(bookId, was => {
        if (!was) return null
        const base = updatedAt ?? was.unsent.base
        const isNewer = was.unsent.savedAt > savedAt
        return { unsent: { ...was.unsent, base }, sent: !isNewer }
      }),
    refuse: (bookId, savedAt, refusal) =>
      change(bookId, was =>
        was && was.unsent.savedAt <= savedAt ? { unsent: was.unsent, sent: false, refusal } : was,
      ),
    remove: (bookId, savedAt) => change(bookId, was => (was && was.unsent.savedAt > savedAt ? was : null)),
    learn: (bookId, known) =>
      change(bookId, was => (was && !was.sent && !was.refusal ? was : { unsent: known, sent: true })),
  }
}
