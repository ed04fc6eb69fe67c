import type { Tx } from '../../../db'

type What = 'library_created' | 'library_updated' | 'library_deleted'

/** Tells everybody who may see the library what became of it. */
export function tellOfLibrary(tx: Tx, library: { readonly pk: number; readonly id: string }, type: What): void {
  tx.tell({ channel: 'entity', event: { type, libraryId: library.id }, to: { libraryPk: library.pk } })
}
