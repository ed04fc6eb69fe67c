import type { Tx } from '../../../db'

/** Interface to scans, implemented by the composition root, because scans are a higher layer. */
export interface LibraryScans {
  /** Queues a scan, unless one is pending or running. */
  request(tx: Tx, library: { readonly pk: number; readonly id: string }): Promise<void>
  /** Cancels the pending or running scan, if any. */
  cancel(tx: Tx, libraryId: string): Promise<void>
  /** Renames its books by the library's current rules. */
  rename(tx: Tx, libraryId: string): Promise<void>
  /** Call after the commit of any of these. */
  announce(): void
}
