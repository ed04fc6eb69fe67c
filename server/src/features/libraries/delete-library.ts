import { LIMITS } from '../../kernel/limits'
import type { Viewer } from '../../kernel/viewer'
import { requireLibrary } from '../access'
import { bookStore } from '../books'
import type { Covers } from '../covers'
import type { LibraryChanges } from './create-library'
import { deleteLibraryRow } from './libraries.store'
import { tellOfLibrary } from './tell-library'

/**
 * Forgets a library: its rows and thumbnails, never its files. Books go in small transactions, so that others
 * can write in between; when it is interrupted, calling it again goes on.
 * @throws NotFound
 */
export async function deleteLibrary(
  deps: LibraryChanges & { readonly covers: Covers },
  viewer: Viewer,
  id: string,
): Promise<void> {
  const pk = await requireLibrary(deps.reader, viewer, id)
  await deps.write(tx => deps.scans.cancel(tx, id.toLowerCase()))
  while (true) {
    const covers = await deps.write(async tx => {
      const gone = await bookStore.deleteBooksOfLibrary(tx, pk, LIMITS.scan.batch)
      if (gone.length > 0) tellOfLibrary(tx, { pk, id: id.toLowerCase() }, 'library_updated')
      return gone
    })
    if (covers.length === 0) break
    await deps.covers.remove(covers)
  }
  await deps.write(async tx => {
    // Its books and series go with it: whoever is told of the library forgets them too.
    if (await deleteLibraryRow(tx, pk)) tellOfLibrary(tx, { pk, id: id.toLowerCase() }, 'library_deleted')
  })
}
