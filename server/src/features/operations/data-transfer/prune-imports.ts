import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { ArtefactStore } from '../../../platform/artefact-store'
import type { PruneJob } from '../../../platform/pruning'
import { deleteImports } from './data-imports.store'

/** An archive is stored before its row names it. */
const ON_ITS_WAY_MS = 24 * 3_600_000
const AT_ONCE = 500

/** Deletes expired imports with their archives, and archives of which no import is left. */
export function pruneImports(reader: Reader, store: ArtefactStore, now: Clock): PruneJob {
  return async () => {
    const expired = await reader.query
      .selectFrom('data_imports')
      .select(['pk', 'file'])
      .where('expires_at', '<=', now())
      .orderBy('expires_at')
      .limit(AT_ONCE)
      .execute()
    const old: string[] = expired.map(({ file }) => file)
    for await (const { key, modifiedMs } of store.list('imports/')) {
      if (now() - modifiedMs > ON_ITS_WAY_MS && !(await isNamed(reader, key))) old.push(key)
      if (old.length >= 2 * AT_ONCE) break
    }
    await store.remove(old)
    const left = expired.map(({ pk }) => pk)
    return async (tx, limit) => {
      const pks = left.splice(0, limit)
      await deleteImports(tx, pks)
      return pks.length
    }
  }
}

async function isNamed(reader: Reader, file: string): Promise<boolean> {
  const row = await reader.query.selectFrom('data_imports').select('pk').where('file', '=', file).executeTakeFirst()
  return row !== undefined
}
