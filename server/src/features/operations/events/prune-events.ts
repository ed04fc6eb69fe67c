import type { Reader, Write } from '../../../db'
import { deleteEventsUpTo, deleteFutureEvents } from '../../../db/outbox'
import type { Logger } from '../../../kernel/log'
import { hasOldTickets, purgeTickets } from './event-tickets.store'
import { purgeable } from './events.queries'

const EVERY_MS = 60_000

/** Prunes the tables of this feature while the server runs. */
export async function pruneEvents({
  reader,
  write,
  log,
}: {
  readonly reader: Reader
  readonly write: Write
  readonly log: Logger
}): Promise<{ stop(): Promise<void> }> {
  await write(deleteFutureEvents)
  let purging: Promise<void> | null = null

  async function purge(): Promise<void> {
    try {
      // Checked first: an unnecessary write would invalidate cached answers.
      const upTo = await purgeable(reader)
      if (upTo !== null) await write(tx => deleteEventsUpTo(tx, upTo))
      if (await hasOldTickets(reader)) await write(purgeTickets)
    } catch (error) {
      log.warn({ err: error }, 'could not delete old events')
    }
  }

  const timer = setInterval(() => {
    purging ??= purge().finally(() => {
      purging = null
    })
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await purging
    },
  }
}
