import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { ArtefactStore } from '../../../platform/artefact-store'
import type { PruneJob } from '../../../platform/pruning'
import { filesOf } from './export-files'
import { deleteExports } from './exports.store'

/** A file is stored before its row refers to it. */
const ON_ITS_WAY_MS = 24 * 3_600_000
const AT_ONCE = 500

/** Deletes expired exports, the oldest ones above the total size limit, and orphaned files. */
export function pruneExports(reader: Reader, store: ArtefactStore, now: Clock): PruneJob {
  return async () => {
    const excess = [...(await expired(reader, now())), ...(await overTotal(reader))]
    await store.remove(excess.flatMap(row => (row.file === null ? [] : filesOf(row.file))))
    await removeOrphans(reader, store, now())
    const left = [...new Set(excess.map(row => row.pk))]
    return (tx, limit) => deleteExports(tx, left.splice(0, limit))
  }
}

interface StoredExport {
  readonly pk: number
  readonly file: string | null
}

/** In any state: the task of one that never began is long over. */
function expired(reader: Reader, now: number): Promise<StoredExport[]> {
  return reader.query
    .selectFrom('exports')
    .select(['pk', 'file'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute()
}

async function overTotal(reader: Reader): Promise<StoredExport[]> {
  const rows = await reader.query
    .selectFrom('exports')
    .select(['pk', 'file', 'bytes'])
    .where('file', 'is not', null)
    .orderBy('pk', 'desc')
    .execute()
  let total = 0
  return rows.filter(row => {
    total += Number(row.bytes ?? 0)
    return total > LIMITS.exports.totalBytes
  })
}

async function removeOrphans(reader: Reader, store: ArtefactStore, now: number): Promise<void> {
  const old: string[] = []
  for await (const { key, modifiedMs } of store.list('exports/')) {
    if (now - modifiedMs > ON_ITS_WAY_MS) old.push(key)
    if (old.length === AT_ONCE) break
  }
  if (old.length === 0) return
  const named = await reader.query
    .selectFrom('exports')
    .select('file')
    .where('file', 'in', old.map(withoutAbout))
    .execute()
  const known = new Set(named.map(row => row.file))
  await store.remove(old.filter(key => !known.has(withoutAbout(key))))
}

const withoutAbout = (key: string) => key.replace(/\.about$/, '')
