import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { ArtefactStore, StoredArtefact } from '../../../platform/artefact-store'
import { nextTurn } from '../../../platform/task-work'
import { type NamingTable, namedCovers } from './orphans.queries'

export interface OrphanDeps {
  readonly reader: Reader
  /** Storage of thumbnails: a folder or a bucket. */
  readonly store: ArtefactStore
  readonly dataDir: string
  readonly now: Clock
}

/** An orphaned file of Octavo. */
export interface Orphan {
  readonly kind: 'thumbnail' | 'cover' | 'temporary'
  /** Below the data folder, or the key in the bucket. */
  readonly path: string
  readonly bytes: number
  /** Of the book, series, library or added cover. */
  readonly entityId: string | null
}

/** Location of the files that rows refer to. */
const PLACES: Readonly<Record<NamingTable, string>> = {
  books: 'thumbnails/books/',
  series: 'thumbnails/series/',
  libraries: 'thumbnails/libraries/',
  facets: 'thumbnails/names/',
  covers: 'covers/',
}
const THUMBNAIL = /^([0-9a-f-]{36})(?:-([0-9a-z]+))?\.jpg$/
const TEMPORARY = /\.(part|tmp)$/
const DRAFTS = join('cache', 'drafts')
/** A thumbnail is stored before the row that refers to it. */
const ON_ITS_WAY_MS = 3_600_000
/** Older drafts were left by a process that ended. */
const STALE_MS = 24 * 3_600_000
const PAGE = 500

/** Orphaned files, in batches as they are found. Files that may still get a row are not included. */
export async function* findOrphans(deps: OrphanDeps): AsyncGenerator<readonly Orphan[], void, void> {
  for (const [kind, place] of Object.entries(PLACES) as [NamingTable, string][]) {
    let page: StoredArtefact[] = []
    for await (const stored of deps.store.list(place)) {
      page.push(stored)
      if (page.length < PAGE) continue
      yield await orphansAmong(deps, kind, page)
      page = []
      await nextTurn()
    }
    yield await orphansAmong(deps, kind, page)
  }
  yield await staleDrafts(deps)
}

async function orphansAmong(
  { reader, now }: OrphanDeps,
  of: NamingTable,
  page: readonly StoredArtefact[],
): Promise<Orphan[]> {
  const parsed = page.map(stored => {
    const [, entityId = null, version = null] = THUMBNAIL.exec(stored.key.slice(stored.key.lastIndexOf('/') + 1)) ?? []
    return { ...stored, entityId, version }
  })
  const named = await namedCovers(
    reader,
    of,
    parsed.flatMap(({ entityId }) => entityId ?? []),
  )
  return parsed.flatMap(({ key, bytes, modifiedMs, entityId, version }): Orphan[] => {
    const age = now() - modifiedMs
    if (entityId === null) {
      return TEMPORARY.test(key) && age > STALE_MS ? [{ kind: 'temporary', path: key, bytes, entityId }] : []
    }
    // A file without a version is of an older version of Octavo, and belongs to its book while that has any cover.
    const current = named.get(entityId) ?? null
    const isOwned = current !== null && (version === null || version === current)
    return isOwned || age < ON_ITS_WAY_MS
      ? []
      : [{ kind: of === 'covers' ? 'cover' : 'thumbnail', path: key, bytes, entityId }]
  })
}

/** Drafts are local, wherever the finished thumbnails are stored. */
async function staleDrafts({ dataDir, now }: OrphanDeps): Promise<Orphan[]> {
  const found: Orphan[] = []
  for (const entry of await filesIn(join(dataDir, DRAFTS))) {
    const path = join(DRAFTS, entry.name)
    const about = await stat(join(dataDir, path)).catch(() => null)
    if (about?.isFile() && now() - about.mtimeMs > STALE_MS) {
      found.push({ kind: 'temporary', path, bytes: about.size, entityId: null })
    }
  }
  return found
}

async function filesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
