import { copyFile, rename, rm } from 'node:fs/promises'
import type { StorageConfig } from '../config/config'
import { AppError } from '../kernel/app-error'
import { countLimit } from '../kernel/limit-hits'
import { LIMITS } from '../kernel/limits'
import type { ArtefactStore, StoredArtefact } from './artefact-store'
import { createDiskCache } from './disk-cache'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}
const REMOVED_AT_ONCE = 8
const LISTED_AT_ONCE = 1000

class Absent extends Error {}

/**
 * Artefacts in a bucket of an S3-compatible server, with local copies of recently used ones. Every call has a time
 * limit; while the server does not respond, calls fail at once, and one from time to time tries it.
 */
export function bucketStore(
  settings: Extract<StorageConfig, { kind: 's3' }>,
  copies: string,
  limits: Limits = LIMITS.storage,
): ArtefactStore {
  const { bucket, prefix, endpoint, region, accessKey, secretKey, cacheBytes } = settings
  const client = new Bun.S3Client({
    bucket,
    retry: 0,
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    ...(accessKey !== null && { accessKeyId: accessKey }),
    ...(secretKey !== null && { secretAccessKey: secretKey }),
  })
  const cache = createDiskCache({ folder: copies, maxBytes: cacheBytes })
  const counts = { local: 0, fetched: 0, failures: 0 }
  const call = createPatientCaller(limits, () => void counts.failures++)
  const nameOf = (key: string) => (prefix === '' ? key : `${prefix}/${key}`)

  async function fetchTo(key: string, target: string): Promise<{ mediaType: string }> {
    const bytes = await call(async () => {
      try {
        return await client.file(nameOf(key)).arrayBuffer()
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    })
    if (bytes === null) throw new Absent(key)
    await Bun.write(target, bytes, { mode: 0o600 })
    counts.fetched++
    return { mediaType: mediaTypeOf(key) }
  }

  return {
    kind: 's3',
    shared: true,
    async put(key, file) {
      await call(() => client.write(nameOf(key), Bun.file(file), { type: mediaTypeOf(key) }))
      // The copy saves the first local reader a download.
      await cache
        .file(key, async target => {
          await rename(file, target).catch(() => copyFile(file, target))
          return { mediaType: mediaTypeOf(key) }
        })
        .catch(() => undefined)
      await rm(file, { force: true })
    },
    async putBytes(key, bytes) {
      await call(() => client.write(nameOf(key), bytes, { type: mediaTypeOf(key) }))
    },
    async open(key) {
      const before = counts.fetched
      try {
        const { path } = await cache.file(key, target => fetchTo(key, target))
        if (counts.fetched === before) counts.local++
        return Bun.file(path)
      } catch (error) {
        if (error instanceof Absent) return null
        throw error
      }
    },
    exists: key => call(() => client.exists(nameOf(key))),
    async remove(keys) {
      for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
        const part = keys.slice(at, at + REMOVED_AT_ONCE)
        await Promise.all(part.map(key => call(() => client.delete(nameOf(key)))))
        await Promise.all(part.map(key => cache.drop(key)))
      }
    },
    async *list(below): AsyncGenerator<StoredArtefact, void, void> {
      for (let startAfter: string | undefined; ; ) {
        const page = await call(() =>
          client.list({ prefix: nameOf(below), maxKeys: LISTED_AT_ONCE, ...(startAfter && { startAfter }) }),
        )
        const found = page.contents ?? []
        for (const { key, size, lastModified } of found) {
          yield {
            key: key.slice(nameOf('').length),
            bytes: size ?? 0,
            modifiedMs: lastModified ? Date.parse(String(lastModified)) : 0,
          }
        }
        startAfter = found.at(-1)?.key
        if (!page.isTruncated || startAfter === undefined) return
      }
    },
    async check() {
      const probe = nameOf('octavo-probe')
      await call(() => client.write(probe, 'x'))
    },
    counts: () => ({ ...counts }),
  }
}

interface Limits {
  /** Timeout of one attempt of one call. */
  readonly callMs: number
  readonly tries: number
  /** Pause after a failed call, in which the server is not called. */
  readonly restMs: number
}

type Call = <T>(work: () => Promise<T>) => Promise<T>

/** Calls with a time limit and retries; each consecutive failure extends the pause. */
function createPatientCaller({ callMs, tries, restMs }: Limits, onFailure: () => void): Call {
  let restsUntil = 0
  return async work => {
    if (performance.now() < restsUntil) throw unavailable()
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await within(callMs, work())
        restsUntil = 0
        return result
      } catch (error) {
        if (attempt < tries && isTransient(error)) {
          await Bun.sleep(50 * 2 ** attempt)
          continue
        }
        onFailure()
        if (isTransient(error)) restsUntil = performance.now() + restMs
        throw unavailable(error)
      }
    }
  }
}

function unavailable(cause?: unknown): AppError {
  const error = new AppError('ServiceUnavailable', 'Cover storage does not answer. Try again in a moment.')
  error.cause = cause
  return error
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    countLimit('storage-wait')
    reject(new Error(`No answer within ${ms} ms`))
  }, ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}

function isAbsent(error: unknown): boolean {
  return ['NoSuchKey', 'ENOENT', 'NotFound'].includes(codeOf(error))
}

/** Errors worth a retry; a rejected key or missing bucket is not. */
function isTransient(error: unknown): boolean {
  return !['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'NoSuchBucket'].includes(codeOf(error))
}

function mediaTypeOf(key: string): string {
  return MEDIA_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
