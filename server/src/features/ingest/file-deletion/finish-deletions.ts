import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { endAct, interruptActs } from '../../../platform/audit-log'
import { nameEditionsOrWait } from '../../catalogue/editing'
import { begunActs } from '../../people/audit'
import type { DeletionDeps, DeletionDetails } from './delete-files'
import { type DoomedBook, doomedBooks } from './doomed-books.queries'
import { isGone } from './files-on-disk'
import { hideDeleted } from './hide-deleted'

/** Maximum number of ids in one statement. */
const CHUNK = 500

/**
 * Completes interrupted deletions that began before a moment: hides books whose files are gone, and records in the log
 * how far they came. A deletion that is still running writes its own end later.
 */
export async function finishDeletions(deps: DeletionDeps, before: number): Promise<void> {
  const { reader, write, now } = deps
  await write(tx => interruptActs(tx, 'files_deleted', before, now()))
  for (const act of await begunActs(reader, 'files_deleted', before)) {
    const details = JSON.parse(act.details) as DeletionDetails
    let left = 0
    for (let at = 0; at < details.books.length; at += CHUNK) {
      const bookIds = details.books.slice(at, at + CHUNK)
      const live = await doomedBooks(reader, SYSTEM_VIEWER, { bookIds })
      const gone: DoomedBook[] = []
      for (const book of live) {
        if (await isGone(book)) gone.push(book)
        else left++
      }
      await write(tx => hideDeleted(tx, gone, now()))
      for (const libraryPk of new Set(gone.map(book => book.library_pk))) {
        await nameEditionsOrWait(deps, write, libraryPk)
      }
    }
    const deleted = details.books.length - left
    const message =
      left === 0
        ? 'Octavo was stopped meanwhile; the files are gone'
        : `Octavo stopped before this was finished: the files of ${deleted} of ${details.books.length} books are gone`
    await write(tx => endAct(tx, act.pk, { outcome: left === 0 ? 'done' : 'interrupted', message }, now()))
  }
}
