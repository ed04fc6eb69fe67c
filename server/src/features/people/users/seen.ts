import type { Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { createNotedUses } from '../../../kernel/noted-uses'
import type { Account } from './account'
import { setLastSeen } from './people.store'

/** Resolution of "last seen". */
const PRECISION_MS = 300_000

/** Records who is active. */
export function createSeen({ write, now, log }: { write: Write; now: Clock; log: Logger }) {
  const { note, drain } = createNotedUses(PRECISION_MS, now)
  return {
    note: ({ id, pk, lastSeenAt }: Account) =>
      note(id, lastSeenAt ?? 0, time =>
        write(tx => setLastSeen(tx, pk, time)).catch(error =>
          log.warn({ err: error, user: id }, 'could not record when a user was last seen'),
        ),
      ),
    drain,
  }
}
