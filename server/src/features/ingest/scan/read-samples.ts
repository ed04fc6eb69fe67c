import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { LIMITS } from '../../../kernel/limits'
import { unlessAborted } from '../../../kernel/patience'
import type { ParserPool } from '../../../workers/pool.types'
import type { WalkedFile } from './walked-file'

/** The metadata of files that were read; null for one without any, or that cannot be read. */
export type Samples = ReadonlyMap<WalkedFile, EmbeddedMetadata | null>

/** More calls than parser processes, so that none waits for its next file. */
const CALLS_AT_ONCE = 3 * availableParallelism()

/**
 * Reads the metadata of these files in the parser processes, until one of the limits of a preview is
 * reached. Rejects only when the signal aborts.
 */
export async function readSamples(
  pool: Pick<ParserPool, 'analyze'>,
  files: readonly WalkedFile[],
  { sources, signal }: { readonly sources: MetadataSourcesDto | null; readonly signal: AbortSignal },
): Promise<Samples> {
  const { bytes, ms } = LIMITS.previews
  const until = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const samples = new Map<WalkedFile, EmbeddedMetadata | null>()
  const waiting = files.values()
  let size = 0

  async function readSome(): Promise<void> {
    for (const file of waiting) {
      if (until.aborted) return
      // Its size is an upper limit of what is read: usually it is a small part.
      if (size + file.stamp.size > bytes) continue
      size += file.stamp.size
      const path = join(file.folder.path, file.path)
      const reading = pool.analyze({ path, thumbnailTarget: null, sources, timeoutMs: ms, signal: until })
      const facts = await unlessAborted(reading, until).catch(() => null)
      if (facts) samples.set(file, facts.metadata)
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, readSome))
  signal.throwIfAborted()
  return samples
}
