import type { ScanningConfigDto } from '@octavo/contract/library'
import type { Tx } from '../../../db'

/** Interface to schedules, implemented by the composition root, because schedules are a higher layer. */
export interface LibrarySchedules {
  /** @throws BadRequest if the settings contain an invalid time, zone or mode */
  check(settings: ScanningConfigDto): void
  /** Call in the transaction that writes the settings (JSON). */
  follow(tx: Tx, libraryPk: number, settings: string | null): Promise<void>
  /** Call after its commit. */
  announce(): void
}
