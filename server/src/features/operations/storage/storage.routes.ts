import { statfs } from 'node:fs/promises'
import * as contract from '@octavo/contract/storage'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { MEASURE } from './measure-storage'
import { type Sample, samples } from './storage.queries'

export interface StorageRouteDeps extends TaskRequests {
  readonly reader: Reader
  readonly dataDir: string
  /** What a part never exceeds, as it is set now. */
  readonly limits: () => Partial<Record<contract.StoragePart, number>>
}

export function storageRoutes(binder: Binder, deps: StorageRouteDeps): void {
  binder.bind(contract.getStorage, async () => {
    const bySample = [...Map.groupBy(await samples(deps.reader), ({ at }) => at)]
    const [measuredAt, latest] = bySample.at(-1) ?? [null, []]
    const limits = deps.limits()
    return {
      measuredAt: timestampOrNull(measuredAt),
      parts: latest.map(({ part, bytes, files }) => ({ part, bytes, files, limitBytes: limits[part] ?? null })),
      disk: await diskOf(deps.dataDir),
      growth: bySample.map(([at, parts]) => ({ at: timestamp(at), bytes: bytesOf(parts) })),
    }
  })

  binder.bind(contract.measureStorage, async ({ viewer }) => ({
    ...(await askForTask(deps, viewer, MEASURE)),
    message: 'Measurement queued successfully',
  }))
}

function bytesOf(parts: readonly Sample[]): Partial<Record<contract.StoragePart, number>> {
  return Object.fromEntries(parts.map(({ part, bytes }) => [part, bytes]))
}

async function diskOf(folder: string) {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
