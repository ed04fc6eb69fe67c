import type { Tx } from '../../../db'

type Change = 'library_created' | 'library_updated' | 'library_deleted'

/** Publishes an event of a library to everybody who may see it. */
export function publishLibraryEvent(tx: Tx, library: { readonly pk: number; readonly id: string }, type: Change): void {
  tx.publish({ channel: 'entity', event: { type, libraryId: library.id }, to: { libraryPk: library.pk } })
}
