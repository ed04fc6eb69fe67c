import type { StoragePart } from '@octavo/contract/storage'
import type { Connection, Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { enqueue } from '../../../platform/queue'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { lastSampleAt } from './storage.queries'
import { deleteSamples, putSample } from './storage.store'
import { type MeasuredPlaces, measuredParts, type Size } from './storage-parts'

export const MEASURE: TaskDraft = { type: 'measure_storage', payload: {}, priority: 90 }

const DAY_MS = 86_400_000
/** A little less than a day, as it is looked at hourly. */
const DUE_MS = DAY_MS - 3_600_000
const RETENTION_MS = 400 * DAY_MS

export interface MeasureDeps {
  readonly connection: Connection
  readonly now: Clock
  readonly places: () => Omit<MeasuredPlaces, 'reader'>
}

/** What the worker does to measure. A part that cannot be read is left out. */
export function measureHandlers({ connection, now, places }: MeasureDeps): TaskHandlers {
  return {
    measure_storage: {
      async run(context) {
        const work = taskWork(connection, context)
        const sizes = new Map<StoragePart, Size>()
        const parts = measuredParts({ reader: connection.reader, ...places() })
        for (const [part, measure] of Object.entries(parts) as [StoragePart, () => Promise<Size>][]) {
          work.signal.throwIfAborted()
          try {
            sizes.set(part, await measure())
          } catch (error) {
            work.note('warn', `${part}: ${(error as Error).message}`)
          }
        }
        await work.write(tx => putSample(tx, now(), sizes))
        // No sizes: the task is shown to administrators who see a part, too.
        return {}
      },
    },
  }
}

/** Requests a sample once a day, and deletes those older than 400 days. */
export function measureDaily(reader: Reader, tasks: { notify(): void }, now: Clock): PruneJob {
  return async () => {
    const isDue = now() - ((await lastSampleAt(reader)) ?? 0) >= DUE_MS
    return async (tx, _, afterCommit = work => work()) => {
      if (isDue) {
        await enqueue(tx, MEASURE)
        afterCommit(() => tasks.notify())
      }
      return deleteSamples(tx, now() - RETENTION_MS)
    }
  }
}
