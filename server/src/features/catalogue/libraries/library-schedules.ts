import type { ScanningConfigDto } from '@octavo/contract/library'
import type { Tx } from '../../../db'

/** What libraries need of schedules; passed in by the composition root, because schedules are above libraries. */
export interface LibrarySchedules {
  /** @throws BadRequest when the settings name a time, a zone or a mode that there is not */
  check(settings: ScanningConfigDto): void
  /** Call in the transaction that writes the settings (JSON). */
  follow(tx: Tx, libraryPk: number, settings: string | null): Promise<void>
  /** Call after its commit. */
  announce(): void
}
