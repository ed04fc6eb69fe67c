import type { MarkLocator } from '@octavo/contract/mark'
import type { Connection, Reader } from '../../../db'
import type { SpineItem } from '../../../formats/facts'
import type { Clock } from '../../../kernel/clock'
import { timestamp } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { reports } from '../progress'
import { checkedMark, type GivenMark, isSamePlace, placedIn, timesOf } from './mark.rules'
import type { MarkContent, MarkDraft, MarkedBook, Rejection } from './mark.types'
import { addMarks, changeMarks, type KnownMark, knownMarks, lockMarks, roomFor } from './marks.store'
import { publishMarks } from './publish-marks'

export type MarkDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

/** A mark as it was sent, and its book; null if that is missing or hidden. */
export interface SentMark extends GivenMark {
  readonly id: string
  readonly book: MarkedBook | null
  readonly fileHash?: string | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

/**
 * Saves marks one by one: adds new ones, and changes existing ones if the change is newer. Returns for each mark null
 * or the reason for a refusal.
 */
export async function saveMarks(
  { reader, write, now: clock }: MarkDeps,
  viewer: Viewer,
  sent: readonly SentMark[],
): Promise<(Rejection | null)[]> {
  const now = clock()
  const spineOf = await spines(
    reader,
    sent.flatMap(({ book, locator }) => (book && isWithoutShare(locator) ? [book] : [])),
  )
  const checked = sent.map(mark => draftOf(mark, now, spineOf))
  return write(async tx => {
    await lockMarks(tx, viewer.userPk)
    const drafts = checked.filter(each => 'content' in each)
    const known = await knownMarks(tx, viewer.userPk, [...new Set(drafts.map(({ id }) => id))])
    const books = new Map(drafts.map(({ book }) => [book.pk, book]))
    const room = await roomFor(tx, viewer.userPk, [...books.keys()])
    const added: MarkDraft[] = []
    const changed: (readonly [KnownMark, MarkDraft])[] = []
    const seen = new Set<string>()
    const results = checked.map((draft): Rejection | null => {
      if (!('content' in draft)) return draft
      if (seen.has(draft.id)) {
        return refusal('duplicate_in_batch', 'id', 'Another mark in this request has the same id')
      }
      seen.add(draft.id)
      const row = known.get(draft.id)
      if (!row) {
        const inBook = room.inBook.get(draft.book.pk) ?? 0
        if (room.inAll <= 0) return tooMany(LIMITS.perPerson.marks, 'in all books')
        if (inBook <= 0) return tooMany(LIMITS.perPerson.marksOfBook, 'in one book')
        room.inAll--
        room.inBook.set(draft.book.pk, inBook - 1)
        added.push(draft)
        return null
      }
      const refused = changeRefused(row, draft)
      if (!refused && draft.updatedAt > row.updated_at) changed.push([row, draft])
      return refused
    })
    await addMarks(tx, viewer.userPk, added)
    await changeMarks(
      tx,
      changed.map(([row, { content, updatedAt, placedIn }]) => {
        return { pk: row.pk, content, updatedAt, placedIn: isSamePlace(row, content) ? null : placedIn }
      }),
    )
    const touched = [...added, ...changed.map(([, draft]) => draft)]
    publishMarks(tx, viewer.userPk, new Map(touched.map(({ book }) => [book.pk, book])).values())
    return results
  })
}

const refusal = (reason: Rejection['reason'], member: string, message: string): Rejection => ({
  reason,
  member,
  message,
})

const tooMany = (max: number, where: string): Rejection => ({
  ...refusal('too_many', 'bookId', `At most ${max} marks ${where}`),
  max,
})

/** Why a change is refused; null if it applies, or already has. */
function changeRefused(row: KnownMark, { book, updatedAt }: MarkDraft): Rejection | null {
  if (row.deleted_at !== null) return refusal('deleted', 'id', 'The mark was deleted')
  if (row.book_pk !== book.pk) return refusal('id_in_use', 'id', 'A mark in another book has this id')
  if (updatedAt >= row.updated_at) return null
  return refusal('outdated', 'updatedAt', `It was changed later, at ${timestamp(row.updated_at)}`)
}

export type SpineOf = (book: MarkedBook) => readonly SpineItem[]

function draftOf(mark: SentMark, now: number, spineOf: SpineOf): MarkDraft | Rejection {
  const { book } = mark
  if (!book) return refusal('book_not_found', 'bookId', 'There is no such book')
  const file = placedIn(book, mark.fileHash)
  // The page count of a former file is unknown.
  const content = contentOf(mark, file === book ? book : { ...book, page_count: 0 }, spineOf)
  if ('reason' in content) return content
  return { id: mark.id.toLowerCase(), book, placedIn: file, content, ...timesOf(mark, now) }
}

/** The values of a mark, with its share of the book computed if the app does not know it. */
export function contentOf(given: GivenMark, book: MarkedBook, spineOf: SpineOf): MarkContent | Rejection {
  const content = checkedMark(given, book)
  if ('reason' in content || content.locator === null || !given.locator || !isWithoutShare(given.locator)) {
    return content
  }
  return { ...content, progression: shareOf(given.locator, book, spineOf(book)) }
}

function isWithoutShare(locator: GivenMark['locator']): boolean {
  return locator != null && locator.locations?.totalProgression === undefined
}

function shareOf(locator: MarkLocator, book: MarkedBook, spine: readonly SpineItem[]): number {
  const modified = timestamp(0)
  return reports.placeOfProgression({ modified, locator }, spine, book.page_count)?.percentage ?? 0
}

/** The documents of ebooks, each read once. */
export async function spines(reader: Reader, books: readonly MarkedBook[]): Promise<SpineOf> {
  const known = await reports.findSpines(
    reader,
    books.map(({ pk }) => pk),
  )
  return ({ pk }) => known.get(pk) ?? []
}
