import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CleanupResultDto, OrphanStatsDto } from '@octavo/contract/clean-up'
import { findOrphans, type Orphan, type OrphanDeps } from './orphans'

/** Maximum number of files in an answer; counts include all. */
const MOST_FILES = 10_000
const MOST_ERRORS = 50

export interface Removed {
  thumbnails: number
  /** Pictures of deleted added covers. */
  covers: number
  temporary: number
  bytes: number
  failures: number
  readonly errors: string[]
}

/**
 * Removes orphaned files. `before` is called ahead of each batch with what was removed so far, and can stop the work by
 * throwing.
 */
export async function removeOrphans(deps: OrphanDeps, before: (removed: Removed) => Promise<void>): Promise<Removed> {
  const removed: Removed = { thumbnails: 0, covers: 0, temporary: 0, bytes: 0, failures: 0, errors: [] }
  for await (const orphans of findOrphans(deps)) {
    await before(removed)
    for (const orphan of orphans) await removeOne(deps, orphan, removed)
  }
  await before(removed)
  return removed
}

async function removeOne({ store, dataDir }: OrphanDeps, orphan: Orphan, removed: Removed): Promise<void> {
  try {
    if (orphan.kind !== 'temporary' || orphan.path.startsWith('thumbnails/') || orphan.path.startsWith('covers/'))
      await store.remove([orphan.path])
    else await rm(join(dataDir, orphan.path), { force: true })
    removed.bytes += orphan.bytes
    if (orphan.kind === 'thumbnail') removed.thumbnails++
    else if (orphan.kind === 'cover') removed.covers++
    else removed.temporary++
  } catch (error) {
    removed.failures++
    if (removed.errors.length < MOST_ERRORS) removed.errors.push(`${orphan.path}: ${sentence(error)}`)
  }
}

export function cleanupView(removed: Removed): CleanupResultDto {
  const { thumbnails, covers, bytes, failures, errors } = removed
  return { thumbnailsDeleted: thumbnails, coversDeleted: covers, bytesFreed: bytes, failures, errors }
}

/** A preview of a clean-up; `orphanedFiles` includes files other than thumbnails. */
export async function orphanStats(
  deps: OrphanDeps,
  withFiles: boolean,
): Promise<OrphanStatsDto & { readonly orphanedFiles: number }> {
  const files: NonNullable<OrphanStatsDto['files']> = []
  let orphanedThumbnails = 0
  let orphanedCovers = 0
  let orphanedFiles = 0
  let totalSizeBytes = 0
  for await (const orphans of findOrphans(deps)) {
    for (const { kind, path, bytes, entityId } of orphans) {
      totalSizeBytes += bytes
      orphanedFiles++
      if (kind === 'thumbnail') orphanedThumbnails++
      if (kind === 'cover') orphanedCovers++
      if (withFiles && files.length < MOST_FILES) files.push({ path, sizeBytes: bytes, fileType: kind, entityId })
    }
  }
  return { orphanedFiles, orphanedThumbnails, orphanedCovers, totalSizeBytes, ...(withFiles && { files }) }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
