import { stat } from 'node:fs/promises'
import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { removeStale } from './backups-folder'

/** Removes the drafts of backups and exports whose process has ended, from the folder of backups. */
export function pruneDrafts(folder: string, now: Clock): PruneJob {
  return async () => {
    // Not existsSync: a hanging network disk would block all requests.
    if (await stat(folder).catch(() => null)) await removeStale(folder, now())
    return async () => 0
  }
}
