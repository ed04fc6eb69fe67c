import { LIMITS } from '../../kernel/limits'
import type { Viewer } from '../../kernel/viewer'
import { requireLibrary } from '../access'
import { bookStore } from '../books'
import type { Covers } from '../covers'
import type { LibraryChanges } from './create-library'
import { deleteLibraryRow } from './libraries.store'

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
    const covers = await deps.write(tx => bookStore.deleteBooksOfLibrary(tx, pk, LIMITS.scan.batch))
    if (covers.length === 0) break
    await deps.covers.remove(covers)
  }
  await deps.write(tx => deleteLibraryRow(tx, pk))
}
