import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { cropCover, resetCover, selectCover } from './choose-cover'
import type { ChoosingDeps } from './chosen-cover.types'
import { coverOf } from './chosen-covers.store'
import { type CoverChoice, choiceOf } from './cover-choice'
import { subjectAt } from './cover-subject.queries'

/**
 * Reverts the cover of a book or series to the previous one; the caller has checked access. False if another one has
 * been chosen since.
 * @throws Conflict if the previous cover has been deleted
 */
export type CoverBack = (
  viewer: Viewer,
  kind: 'book' | 'series',
  pk: number,
  change: { readonly before: unknown; readonly after: unknown },
) => Promise<boolean>

export function coverBack(deps: ChoosingDeps): CoverBack {
  return async (viewer, kind, pk, change) => {
    const subject = await subjectAt(deps.reader, kind, pk)
    const [before, after] = [change.before as CoverChoice, change.after as CoverChoice]
    if (!Bun.deepEquals(await choiceOf(deps.reader, subject), after)) return false
    if (before.id === null) {
      await resetCover(deps, viewer, subject, 'revert')
      return true
    }
    if ((await coverOf(deps.reader, subject, before.id)) === null) {
      throw refused('Conflict', 'cover_gone', 'The earlier cover has been deleted: add it again')
    }
    if (before.id === after.id)
      await cropCover(deps, viewer, subject, before.id, { crop: before.crop, origin: 'revert' })
    else await selectCover(deps, viewer, subject, before.id, 'revert')
    return true
  }
}
