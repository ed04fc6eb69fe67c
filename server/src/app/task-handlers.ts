import type { Connection } from '../db'
import { analysisHandlers } from '../features/analysis'
import { retryHandlers } from '../features/book-errors'
import { cleanUpHandlers } from '../features/clean-up'
import { type Covers, coverHandlers } from '../features/covers'
import { duplicateHandlers } from '../features/duplicates'
import { integrityHandlers } from '../features/integrity'
import { purgeHandlers } from '../features/purge'
import { refreshHandlers } from '../features/refresh'
import { scanHandlers } from '../features/scan'
import { titleHandlers } from '../features/series-titles'
import type { Clock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import type { ArtefactStore } from '../platform/artefacts'
import type { TaskHandlers } from '../platform/queue.types'
import type { ParserPool } from '../workers'

export interface HandlerDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly covers: Covers
  readonly store: ArtefactStore
  readonly dataDir: string
  readonly now: Clock
  readonly log: Logger
}

/** What this server can do in the background, by the type of the task. */
export function taskHandlers({ store, dataDir, ...reading }: HandlerDeps): TaskHandlers {
  return {
    ...scanHandlers(reading),
    ...analysisHandlers(reading),
    ...coverHandlers(reading),
    ...titleHandlers(reading),
    ...retryHandlers(reading),
    ...purgeHandlers(reading),
    ...duplicateHandlers(reading),
    ...integrityHandlers(reading),
    ...refreshHandlers(reading),
    ...cleanUpHandlers({ connection: reading.connection, store, dataDir, now: reading.now }),
  }
}
