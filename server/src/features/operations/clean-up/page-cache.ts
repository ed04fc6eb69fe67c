import { opendir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArtefactStore } from '../../../platform/artefact-store'
import { groupOf, hashOf } from '../../../platform/disk-cache'
import { SHARED_PAGES } from '../../../platform/page-cache'

/** Rendered pages: of this machine, and shared by all machines. */
export interface PageCaches {
  readonly folder: string
  readonly store: ArtefactStore
}

export interface PrunedPages {
  readonly files: number
  readonly bytes: number
  readonly filesLeft: number
  readonly bytesLeft: number
}

/**
 * Removes rendered pages older than `maxAgeMs`; 0 removes all. Caches of running processes detect that, and render a
 * missing page again.
 */
export async function prunePages(
  { folder, store }: PageCaches,
  maxAgeMs: number,
  now: number,
  signal?: AbortSignal,
): Promise<PrunedPages> {
  const pruned = { files: 0, bytes: 0, filesLeft: 0, bytesLeft: 0 }
  if (store.shared) await pruneShared(store, maxAgeMs, now, pruned, signal)
  for await (const name of namesIn(folder)) {
    signal?.throwIfAborted()
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    if (!about?.isFile()) continue
    // A draft of a page being rendered.
    const isOld = !name.endsWith('.tmp') && now - about.mtimeMs >= maxAgeMs
    const isGone =
      isOld &&
      (await unlink(path).then(
        () => true,
        () => false,
      ))
    pruned[isGone ? 'files' : 'filesLeft']++
    pruned[isGone ? 'bytes' : 'bytesLeft'] += about.size
  }
  return pruned
}

export interface PageStats {
  readonly files: number
  readonly bytes: number
  readonly books: number
  readonly oldestMs: number | null
}

/** Covers in other sizes and generated zips are in the same cache, under the names `cover` and `zip`. */
const OTHERS = ['cover|', 'zip|'].map(key => groupOf(hashOf(key)))

/** Counts the pages cached on this machine. */
export async function pageStats(folder: string): Promise<PageStats> {
  const books = new Set<string>()
  let files = 0
  let bytes = 0
  let oldestMs: number | null = null
  for await (const name of namesIn(folder)) {
    const about = await stat(join(folder, name)).catch(() => null)
    if (!about?.isFile() || name.endsWith('.tmp')) continue
    files++
    bytes += about.size
    oldestMs = Math.min(oldestMs ?? about.mtimeMs, about.mtimeMs)
    books.add(groupOf(name))
  }
  for (const other of OTHERS) books.delete(other)
  return { files, bytes, books: books.size, oldestMs }
}

async function pruneShared(
  store: ArtefactStore,
  maxAgeMs: number,
  now: number,
  pruned: { -readonly [Count in keyof PrunedPages]: number },
  signal?: AbortSignal,
): Promise<void> {
  const old: string[] = []
  for await (const { key, bytes, modifiedMs } of store.list(SHARED_PAGES)) {
    signal?.throwIfAborted()
    const isOld = now - modifiedMs >= maxAgeMs
    if (isOld) old.push(key)
    pruned[isOld ? 'files' : 'filesLeft']++
    pruned[isOld ? 'bytes' : 'bytesLeft'] += bytes
  }
  await store.remove(old)
}

async function* namesIn(folder: string): AsyncGenerator<string, void, void> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `25.0 MB`. */
export function humanBytes(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return unit === 0 ? `${bytes} B` : `${(bytes / 1024 ** unit).toFixed(1)} ${UNITS[unit]}`
}
