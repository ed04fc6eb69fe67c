import { getProgression, type Progression, updateProgression } from '@octavo/contract/publication'
import type { Binder } from '../../http/bind'
import { AppError } from '../../kernel/app-error'
import { timestamp } from '../../kernel/clock'
import type { ProgressDeps } from './bulk-progress.routes'
import { findProgress, findReadableBook } from './progress.queries'
import { savePlace } from './progress.store'
import { isOutdated, locatorAt, placeOfProgression } from './progression.rules'
import { findSpine } from './spine.queries'
import { tellPlace } from './tell-progress'

/** The exact place in an ebook, as reading apps write it down. */
export function progressionRoutes(binder: Binder, { reader, write, clock }: ProgressDeps): void {
  binder.bind(getProgression, async ({ viewer, params }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const row = await findProgress(reader, viewer, book.pk)
    if (!row) return null
    if (row.locator !== null) return JSON.parse(row.locator) as Progression
    // An app without locators has read on: the share of the book leads to nearly the same words.
    const locator = row.percentage === null ? null : locatorAt(row.percentage, await findSpine(reader, book.pk))
    return locator && { modified: timestamp(row.updated_at), locator }
  })

  binder.bind(updateProgression, async ({ viewer, params, body }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const spine = await findSpine(reader, book.pk)
    const place = placeOfProgression(body, spine, book.page_count)
    const read = { userPk: viewer.userPk, bookPk: book.pk, seriesPk: book.series_pk }
    await write(async tx => {
      const kept = await tx.query
        .selectFrom('read_progress')
        .select(['locator', 'updated_at'])
        .where('user_pk', '=', read.userPk)
        .where('book_pk', '=', read.bookPk)
        .executeTakeFirst()
      if (kept && isOutdated(body.modified, kept)) {
        throw new AppError('Conflict', 'A later place in this book is kept already')
      }
      tellPlace(tx, viewer, book, await savePlace(tx, read, place, clock()))
    })
    return null
  })
}
