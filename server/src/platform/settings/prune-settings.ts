import type { PruneJob } from '../pruning'
import { SETTING_SPECS } from './setting-table'
import { pruneHistory } from './settings.store'

/** Maximum number of stored changes per setting. */
const MOST_CHANGES = 500

/** Deletes what is older than the last changes of each setting. */
export function pruneSettings(): PruneJob {
  return async () => async (tx, limit) => {
    let deleted = 0
    for (const { key } of SETTING_SPECS) {
      deleted += await pruneHistory(tx, key, MOST_CHANGES, limit - deleted)
      if (deleted >= limit) break
    }
    return deleted
  }
}
