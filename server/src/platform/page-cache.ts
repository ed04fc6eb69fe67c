import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { imageMediaType } from '../formats/image/image-header'
import type { Logger } from '../kernel/log'
import type { ArtefactStore } from './artefact-store'
import { createDiskCache, type DiskCache, hashOf } from './disk-cache'

/** Prefix of pages in a shared store. */
export const SHARED_PAGES = 'pages/'
/** Bytes of a picture that are enough to detect its type. */
const HEAD_BYTES = 64
const REMOVED_AT_ONCE = 500

/** Rendered pages: local ones, and shared ones if storage is shared. */
export function openPageCache(
  { dataDir, pageCacheBytes }: { readonly dataDir: string; readonly pageCacheBytes: number },
  store: ArtefactStore,
  log: Logger,
): DiskCache {
  const local = createDiskCache({ folder: join(dataDir, 'cache', 'pages'), maxBytes: pageCacheBytes })
  return store.shared ? sharedPages(local, store, log) : local
}

/**
 * A page cache with a shared store: a page made by one machine is fetched by the others instead of being made again.
 * The store is optional: while it does not respond, each makes its own.
 */
function sharedPages(local: DiskCache, store: ArtefactStore, log: Logger): DiskCache {
  async function fetched(at: string, target: string): Promise<string | null> {
    const blob = await store.open(at).catch(() => null)
    if (!blob) return null
    await Bun.write(target, blob, { mode: 0o600 })
    return kindOf(target)
  }

  async function publish(at: string, target: string): Promise<void> {
    try {
      await store.putBytes(at, await Bun.file(target).bytes())
    } catch (error) {
      log.debug({ err: error }, 'could not share a rendered page')
    }
  }

  return {
    drop: key => local.drop(key),
    counts: () => local.counts(),
    room: () => local.room(),
    localFile: local.localFile,
    file: (key, make) =>
      local.file(key, async target => {
        const at = keyOf(key)
        const mediaType = await fetched(at, target)
        if (mediaType !== null) return { mediaType }
        const made = await make(target)
        await publish(at, target)
        return made
      }),
  }
}

/**
 * Removes the oldest pages from a shared store, down to `maxBytes`. Any process may do so, also concurrently. Has the
 * shape of a pruning job without database work.
 */
export async function pruneSharedPages(store: ArtefactStore, maxBytes: number): Promise<() => Promise<number>> {
  const found = store.shared ? await Array.fromAsync(store.list(SHARED_PAGES)) : []
  found.sort((a, b) => b.modifiedMs - a.modifiedMs)
  let written = 0
  const old = found.filter(({ bytes }) => {
    written += bytes
    return written > maxBytes
  })
  for (let at = 0; at < old.length; at += REMOVED_AT_ONCE) {
    await store.remove(old.slice(at, at + REMOVED_AT_ONCE).map(({ key }) => key))
  }
  return async () => 0
}

/** Null for anything but a picture: a truncated upload, or a foreign file. */
async function kindOf(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return imageMediaType(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Book, version, page and format identify the content, so a key always means the same picture. */
function keyOf(key: string): string {
  const hash = hashOf(key)
  return `${SHARED_PAGES}${hash.slice(0, 2)}/${hash}`
}
