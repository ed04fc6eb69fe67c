import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { beginAct, endAct, noteAct } from '../../../platform/audit-log'
import { requireWholeLibrary } from '../../people/access'
import { bookStore } from '../books'
import type { Covers } from '../covers'
import type { LibraryChanges } from './create-library'
import { findLibrary } from './libraries.queries'
import { deleteLibraryRow, seriesCoversOf } from './libraries.store'
import { publishLibraryEvent } from './publish-library-event'

/**
 * Deletes a library: its rows and thumbnails, never its files. Books go in small transactions, so that others can write
 * in between; after an interruption, calling it again continues.
 * @throws NotFound, also for partial viewers of the library: hidden parts would be deleted too
 */
export async function deleteLibrary(
  deps: LibraryChanges & { readonly covers: Pick<Covers, 'remove'> },
  viewer: Viewer,
  id: string,
): Promise<void> {
  await requireWholeLibrary(deps.reader, viewer, id, 'Library')
  const { pk, name } = await findLibrary(deps.reader, viewer, id)
  const library = { id: id.toLowerCase(), name }
  const act = {
    action: 'library_deleted',
    userPk: viewer.userPk,
    subject: { kind: 'library', ...library },
    library,
    details: { books: 0 },
  } as const
  let books = 0
  const { pk: actPk } = await deps.write(async tx => {
    await deps.scans.cancel(tx, library.id)
    return beginAct(tx, act, deps.now())
  })
  while (true) {
    const before = books
    const covers = await deps.write(async tx => {
      const gone = await bookStore.deleteBooksOfLibrary(tx, pk, LIMITS.scan.batch)
      if (gone.length > 0) publishLibraryEvent(tx, { pk, id: id.toLowerCase() }, 'library_updated')
      await noteAct(tx, actPk, { books: before + gone.length })
      return gone
    })
    if (covers.length === 0) break
    books += covers.length
    await deps.covers.remove(covers)
  }
  const covers = await deps.write(async tx => {
    const ofSeries = await seriesCoversOf(tx, pk)
    await endAct(tx, actPk, { outcome: 'done' }, deps.now())
    // Clients drop its books and series on this event.
    if (await deleteLibraryRow(tx, pk)) publishLibraryEvent(tx, { pk, id: id.toLowerCase() }, 'library_deleted')
    return ofSeries
  })
  await deps.covers.remove(covers)
}
