import { getProgression, type Progression, updateProgression } from '@octavo/contract/publication'
import type { Binder } from '../../../http/bind'
import { AppError } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import { findProgress, findReadableBook } from './progress.queries'
import type { ProgressDeps } from './progress-deps'
import { locatorAt, placeOfProgression } from './progression.rules'
import { savePlace } from './save-place'
import { sourceOf } from './source'
import { findSpine } from './spine.queries'

/** The exact place in an ebook, as reading apps write it down. */
export function progressionRoutes(binder: Binder, deps: ProgressDeps): void {
  const { reader } = deps
  binder.bind(getProgression, async ({ viewer, params }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const row = await findProgress(reader, viewer, book.pk)
    if (!row) return null
    if (row.locator !== null) return JSON.parse(row.locator) as Progression
    // An app without locators has read on: the share of the book leads to nearly the same words.
    const locator = row.percentage === null ? null : locatorAt(row.percentage, await findSpine(reader, book.pk))
    return locator && { modified: timestamp(row.updated_at), locator }
  })

  binder.bind(updateProgression, async ({ viewer, params, body, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const { deliberate = false, ...progression } = body
    const place = placeOfProgression(progression, await findSpine(reader, book.pk), book.page_count)
    if (!place) throw new AppError('BadRequest', 'The href of this locator is not part of the book')
    await savePlace(deps, viewer, book, {
      ...sourceOf(request, viewer, body.device?.id),
      readAt: Date.parse(body.modified),
      deliberate,
      place,
    })
    return null
  })
}
