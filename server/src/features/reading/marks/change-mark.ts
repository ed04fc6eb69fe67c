import type { UpdateMarkRequest } from '@octavo/contract/mark'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { deviceTime, isPlaceIn, mergedMark, placedIn } from './mark.rules'
import type { MarkContent, MarkedBook, MarkRow, Rejection } from './mark.types'
import { booksOfMarks, findMark } from './marks.queries'
import { changeMarks, deleteMark, lockMarks, ownMark } from './marks.store'
import { publishMarks } from './publish-marks'
import { contentOf, type MarkDeps, spines } from './save-marks'

/** @throws NotFound unless it is the viewer's, in a visible book */
async function bookOfMark({ reader }: MarkDeps, viewer: Viewer, id: string): Promise<MarkedBook> {
  const mark = await findMark(reader, viewer, id)
  const book = mark && (await booksOfMarks(reader, viewer, [mark.book_id])).get(mark.book_id)
  if (!book) throw notFound('Mark')
  return book
}

/** Changes a mark. Returns the reason for a refusal, or null. */
export async function changeOneMark(
  deps: MarkDeps,
  viewer: Viewer,
  id: string,
  change: UpdateMarkRequest,
): Promise<Rejection | null> {
  const book = await bookOfMark(deps, viewer, id)
  const now = deps.now()
  // Read before the transaction begins.
  const spineOf = await spines(deps.reader, isPlaceIn(change) ? [book] : [])
  return deps.write(async tx => {
    await lockMarks(tx, viewer.userPk)
    const row = await ownMark(tx, viewer.userPk, id)
    if (!row || row.deleted_at !== null) throw notFound('Mark')
    const updatedAt = deviceTime(change.updatedAt, now) ?? Math.max(now, row.updated_at + 1)
    if (updatedAt < row.updated_at) {
      return { reason: 'outdated', member: 'updatedAt', message: 'The mark was changed later' }
    }
    if (updatedAt === row.updated_at) return null
    const content = await contentAfter(row)
    if ('reason' in content) return content
    const file = isPlaceIn(change) ? placedIn(book, change.fileHash) : null
    await changeMarks(tx, [{ pk: row.pk, content, updatedAt, placedIn: file }])
    publishMarks(tx, viewer.userPk, [book])
    return null
  })

  /** An unchanged place may be in a former file: it is not validated against the current one. */
  async function contentAfter(row: MarkRow): Promise<MarkContent | Rejection> {
    const given = mergedMark(row, change)
    if (isPlaceIn(change)) return contentOf(given, book, spineOf)
    const locator = given.locator && {
      ...given.locator,
      locations: { ...given.locator.locations, totalProgression: row.progression },
    }
    const content = await contentOf({ ...given, locator }, { ...book, page_count: 0 }, spineOf)
    return 'reason' in content ? content : { ...content, locator: row.locator, progression: row.progression }
  }
}

export async function deleteOneMark(deps: MarkDeps, viewer: Viewer, id: string): Promise<void> {
  const book = await bookOfMark(deps, viewer, id)
  const now = deps.now()
  await deps.write(async tx => {
    await lockMarks(tx, viewer.userPk)
    const row = await ownMark(tx, viewer.userPk, id)
    if (!row || row.deleted_at !== null) throw notFound('Mark')
    await deleteMark(tx, viewer.userPk, row.pk, now, Math.max(now, row.updated_at + 1))
    publishMarks(tx, viewer.userPk, [book])
  })
}
