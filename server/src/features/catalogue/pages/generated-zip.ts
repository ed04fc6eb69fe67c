import { open } from 'node:fs/promises'
import { isHead } from '../../../http/head'
import type { Ranged } from '../../../http/ranged-answer'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Logger } from '../../../kernel/log'
import type { DiskCache } from '../../../platform/disk-cache'

export interface GeneratedZipDeps {
  readonly cache: DiskCache
  readonly log: Logger
}

/** A zip of known length, generated part by part. */
interface Zip {
  readonly size: number
  parts(first: number, last: number): AsyncGenerator<Uint8Array, void>
}

const MEDIA_TYPE = 'application/zip'
/** Bytes of the zips being written, by key. */
const writing = new Map<string, number>()

/**
 * The body of a zip. A large one is written to the disk cache and sent from there, because a stream is sent without its
 * length. It is streamed if it is too large for the cache, or if it cannot be written there in time. `key` identifies
 * the content and what its reader may see.
 * @throws what `parts` throws
 */
export async function generatedZip(
  { cache, log }: GeneratedZipDeps,
  request: Request,
  key: string,
  zip: Zip,
): Promise<Ranged> {
  const streamed = { size: zip.size, body: zip.parts }
  if (zip.size <= LIMITS.pages.joinedArchive || isHead(request)) return streamed
  const room = await cache.room().catch(() => 0)
  const others = [...writing].reduce((sum, [other, bytes]) => (other === key ? sum : sum + bytes), 0)
  if (others + zip.size > room) return streamed
  writing.set(key, zip.size)
  const path = cache
    .localFile(`zip|${key}`, async target => {
      await write(zip, target)
      return { mediaType: MEDIA_TYPE }
    })
    .then(made => (made.bytes === zip.size ? made.path : null))
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error
      log.warn({ err: error }, 'could not write a ZIP file to the cache')
      return null
    })
    .finally(() => writing.delete(key))
  const written = await inTime(path)
  return written === null ? streamed : { size: zip.size, body: Bun.file(written) }
}

async function write({ size, parts }: Zip, target: string): Promise<void> {
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const bytes of parts(0, size - 1)) {
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    }
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Null after a time shorter than the time-outs of proxies: writing goes on, for the next request. */
async function inTime(path: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), LIMITS.pages.writtenZipMs)
  try {
    // Fails unheard if it fails later.
    path.catch(() => undefined)
    return await Promise.race([path, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
