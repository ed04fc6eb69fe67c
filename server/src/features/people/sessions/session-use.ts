import type { Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { createNotedUses } from '../../../kernel/noted-uses'
import type { Session } from './session'
import { setSessionUsed } from './sessions.store'

/** Resolution of `lastUsedAt`. */
const PRECISION_MS = 5 * 60_000

/** Records when and from where sessions are used. */
export function createSessionUse({ write, now, log }: { write: Write; now: Clock; log: Logger }) {
  const { note, drain } = createNotedUses(PRECISION_MS, now)
  return {
    note: ({ id, lastUsedAt }: Session, address: string) =>
      note(id, lastUsedAt, time =>
        write(tx => setSessionUsed(tx, id, address, time)).catch(error =>
          log.warn({ err: error }, 'could not record the use of a session'),
        ),
      ),
    drain,
  }
}
