import type { Tx } from '../../../db'

type What = 'library_created' | 'library_updated' | 'library_deleted'

/** Publishes what became of a library to everybody who may see it. */
export function publishLibraryEvent(tx: Tx, library: { readonly pk: number; readonly id: string }, type: What): void {
  tx.publish({ channel: 'entity', event: { type, libraryId: library.id }, to: { libraryPk: library.pk } })
}
