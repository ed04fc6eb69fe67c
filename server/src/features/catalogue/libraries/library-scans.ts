import type { Tx } from '../../../db'

/** What libraries need of scans; passed in by the composition root, because scans are above libraries. */
export interface LibraryScans {
  /** Puts a scan into the queue, unless one waits or runs. */
  request(tx: Tx, library: { readonly pk: number; readonly id: string }): Promise<void>
  /** Ends the scan that waits or runs, if there is one. */
  cancel(tx: Tx, libraryId: string): Promise<void>
  /** Renames its books by the library's current rules. */
  rename(tx: Tx, libraryId: string): Promise<void>
  /** Call after the commit of any. */
  announce(): void
}
