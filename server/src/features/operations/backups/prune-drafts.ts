import { existsSync } from 'node:fs'
import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { removeStale } from './backups-folder'

/** Removes the drafts of backups and exports whose process has ended, from the folder of backups. */
export function pruneDrafts(folder: string, now: Clock): PruneJob {
  return async () => {
    if (existsSync(folder)) await removeStale(folder, now())
    return async () => 0
  }
}
