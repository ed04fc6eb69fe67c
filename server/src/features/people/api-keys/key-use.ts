import type { Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { createNotedUses } from '../../../kernel/noted-uses'
import type { ApiKey } from './api-key'
import { setLastUsed } from './api-keys.store'

/** Resolution of `lastUsedAt`. */
const PRECISION_MS = 60_000

/** Records the use of keys. */
export function createKeyUse({ write, now, log }: { write: Write; now: Clock; log: Logger }) {
  const { note, drain } = createNotedUses(PRECISION_MS, now)
  return {
    note: ({ id, pk, lastUsedAt }: ApiKey) =>
      note(id, lastUsedAt ?? 0, time =>
        write(tx => setLastUsed(tx, pk, time)).catch(error =>
          log.warn({ err: error, apiKey: id }, 'could not record the use of an API key'),
        ),
      ),
    drain,
  }
}
export type KeyUse = ReturnType<typeof createKeyUse>
