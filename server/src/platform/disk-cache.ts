import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rename, stat, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the cache, ready to be sent. */
export interface CachedFile {
  readonly path: string
  readonly mediaType: string
  readonly bytes: number
}

/**
 * Files that can be made again, cached on disk up to a number of bytes; the least recently used ones are evicted.
 * Concurrent requests share one `make`.
 */
export interface DiskCache {
  /**
   * The file of a key. `make` writes it to the given path and returns its media type; its errors are thrown to all
   * waiting callers, and nothing is cached.
   */
  file(key: string, make: (target: string) => Promise<{ mediaType: string }>): Promise<CachedFile>
  /** Like `file`, but not shared with other machines: for large files. */
  localFile(key: string, make: (target: string) => Promise<{ mediaType: string }>): Promise<CachedFile>
  /** The most bytes that one large file may take: a share of the cache and of the free disk. */
  room(): Promise<number>
  /** Removes a file, if it exists. */
  drop(key: string): Promise<void>
  counts(): DiskCacheCounts
}

export interface DiskCacheCounts {
  readonly files: number
  readonly bytes: number
  /** Since the process started. */
  readonly hits: number
  readonly misses: number
}

interface Entry {
  readonly path: string
  readonly mediaType: string
  readonly bytes: number
}

/** The extension of a cached file gives its media type after a restart. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/jxl': 'jxl',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'application/zip': 'zip',
  'application/octet-stream': 'bin',
}
const MEDIA_TYPES = Object.fromEntries(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]))

/** Shares of the cache and of the free disk that one large file may take. */
const LARGEST_SHARE = 1 / 4
const LARGEST_SHARE_OF_DISK = 1 / 10

export function createDiskCache(options: { folder: string; maxBytes: number }): DiskCache {
  const { folder, maxBytes } = options
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<CachedFile>>()
  /** Drafts that could not be removed because the disk had become read-only. */
  const stuck = new Set<string>()
  let total = 0
  let temporary = 0
  let hits = 0
  let misses = 0
  load()

  /** Takes over the files of an earlier process, oldest first. */
  function load(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = readdirSync(folder).flatMap(name => {
      const [hash = '', extension = ''] = name.split('.')
      const path = join(folder, name)
      const mediaType = MEDIA_TYPES[extension]
      if (!mediaType) {
        rmSync(path, { force: true, recursive: true })
        return []
      }
      const { size, mtimeMs } = statSync(path)
      return [{ hash, mtimeMs, entry: { path, mediaType, bytes: size } }]
    })
    found.sort((a, b) => a.mtimeMs - b.mtimeMs)
    for (const { hash, entry } of found) keep(hash, entry)
  }

  function keep(hash: string, entry: Entry): void {
    entries.set(hash, entry)
    total += entry.bytes
    for (const [oldHash, old] of entries) {
      if (total <= maxBytes || oldHash === hash) break
      drop(oldHash, old)
      void unlink(old.path).catch(() => undefined)
    }
  }

  function drop(hash: string, entry: Entry): void {
    entries.delete(hash)
    total -= entry.bytes
  }

  async function cached(hash: string): Promise<CachedFile | null> {
    const entry = entries.get(hash)
    if (!entry) return null
    const there = await stat(entry.path).catch(() => null)
    if (there?.size !== entry.bytes) {
      // Removed externally: made again.
      drop(hash, entry)
      return null
    }
    entries.delete(hash)
    entries.set(hash, entry)
    return entry
  }

  async function removeDraft(path: string): Promise<void> {
    try {
      await unlink(path)
      stuck.delete(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') stuck.delete(path)
      else stuck.add(path)
    }
  }

  async function makeFile(hash: string, make: (target: string) => Promise<{ mediaType: string }>): Promise<CachedFile> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const target = join(folder, `${hash}.${process.pid}-${temporary++}.tmp`)
    try {
      const { mediaType } = await make(target)
      const extension = EXTENSIONS[mediaType]
      if (!extension) throw new Error(`The page cache does not store ${mediaType}`)
      const path = join(folder, `${hash}.${extension}`)
      const { size } = await stat(target)
      await rename(target, path)
      const entry = { path, mediaType, bytes: size }
      keep(hash, entry)
      await Promise.all([...stuck].map(removeDraft))
      return entry
    } finally {
      await removeDraft(target)
    }
  }

  async function file(key: string, make: (target: string) => Promise<{ mediaType: string }>): Promise<CachedFile> {
    const hash = hashOf(key)
    const running = making.get(hash)
    if (running) return running
    const found = await cached(hash)
    if (found) {
      hits++
      return found
    }
    const started = making.get(hash)
    if (started) return started
    misses++
    const work = makeFile(hash, make).finally(() => making.delete(hash))
    making.set(hash, work)
    return work
  }

  return {
    file,
    localFile: file,
    async room() {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      return Math.min(maxBytes * LARGEST_SHARE, bavail * bsize * LARGEST_SHARE_OF_DISK)
    },
    async drop(key) {
      const hash = hashOf(key)
      const entry = entries.get(hash)
      if (!entry) return
      drop(hash, entry)
      await unlink(entry.path).catch(() => undefined)
    },
    counts: () => ({ files: entries.size, bytes: total, hits, misses }),
  }
}

const GROUP_LENGTH = 12
const NAME_LENGTH = 40

/** What a key is called on a disk or in a bucket. Keys that are the same up to `|` begin alike. */
export function hashOf(key: string): string {
  const [group = ''] = key.split('|', 1)
  return `${sha256(group).slice(0, GROUP_LENGTH)}${sha256(key)}`.slice(0, NAME_LENGTH)
}

/** The beginning of a file's name: the same for all pages of a book. */
export function groupOf(fileName: string): string {
  return fileName.slice(0, GROUP_LENGTH)
}

function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}
