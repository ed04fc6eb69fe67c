import type { Connection } from '../db'
import { type Covers, coverTasks } from '../features/catalogue/covers'
import { nameHandlers } from '../features/catalogue/names'
import { titleHandlers } from '../features/catalogue/series-titles'
import { analysisHandlers } from '../features/ingest/analysis'
import { retryHandlers } from '../features/ingest/book-errors'
import { duplicateHandlers } from '../features/ingest/duplicates'
import { integrityHandlers } from '../features/ingest/integrity'
import { purgeHandlers } from '../features/ingest/purge'
import { refreshHandlers } from '../features/ingest/refresh'
import { regroupingHandlers } from '../features/ingest/regrouping'
import { scanHandlers } from '../features/ingest/scan'
import { writeBackHandlers } from '../features/ingest/write-back'
import { type BackupJob, backupHandlers } from '../features/operations/backups'
import { bulkEditHandlers } from '../features/operations/bulk'
import { cleanUpHandlers } from '../features/operations/clean-up'
import { dataTransferHandlers } from '../features/operations/data-transfer'
import { seriesExportHandlers } from '../features/operations/exports'
import { measureHandlers } from '../features/operations/storage'
import { fillWanted } from '../features/reading/curated-lists'
import type { Clock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import type { ArtefactStore } from '../platform/artefact-store'
import type { TaskHandlers } from '../platform/queue.types'
import type { ParserPool } from '../workers'
import { dataParts } from './data-parts'

export interface HandlerDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly covers: Covers
  readonly store: ArtefactStore
  readonly dataDir: string
  readonly now: Clock
  readonly log: Logger
  /** Whether this server writes to the files of books. */
  readonly writesFiles: boolean
  /** Current settings of backups: contents and destination. */
  readonly backupJob: () => BackupJob
  readonly logFiles: readonly string[]
}

/** What this server can do in the background, by the type of the task. */
export function taskHandlers({
  store,
  dataDir,
  writesFiles,
  backupJob,
  logFiles,
  ...reading
}: HandlerDeps): TaskHandlers {
  const { connection, pool, covers } = reading
  const announce = () => connection.wakes.wake('accounts')
  const files = { connection: reading.connection, store, dataDir, now: reading.now }
  return {
    ...filling(scanHandlers(reading), reading),
    ...analysisHandlers(reading),
    ...backupHandlers({ connection: reading.connection, job: backupJob }),
    ...bulkEditHandlers(reading),
    ...coverTasks.coverHandlers(reading),
    ...titleHandlers(reading),
    ...nameHandlers(reading),
    ...retryHandlers(reading),
    ...purgeHandlers(reading),
    ...duplicateHandlers(reading),
    ...integrityHandlers(reading),
    ...writeBackHandlers({ ...reading, allowed: writesFiles }),
    ...refreshHandlers(reading),
    ...seriesExportHandlers(files),
    ...dataTransferHandlers({ ...files, parts: dataParts({ pool, drafts: covers, announce }) }),
    ...regroupingHandlers(reading),
    ...measureHandlers({
      connection: reading.connection,
      now: reading.now,
      places: () => ({ store, dataDir, backupFolder: backupJob().folder, logFiles }),
    }),
    ...cleanUpHandlers({ connection: reading.connection, store, dataDir, now: reading.now }),
  }
}

/** After a scan, read lists get the books they were waiting for. */
function filling(scans: TaskHandlers, { connection, now }: Pick<HandlerDeps, 'connection' | 'now'>): TaskHandlers {
  return Object.fromEntries(
    Object.entries(scans).map(([type, handler]) => [
      type,
      {
        ...handler,
        run: async context => {
          const result = await handler.run(context)
          await fillWanted(connection, now)
          return result
        },
      } satisfies TaskHandlers[string],
    ]),
  )
}
