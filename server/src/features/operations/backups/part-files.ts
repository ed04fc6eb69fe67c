import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { writeAll } from '../../../db/transfer'
import type { BackupPart } from './backup-manifest'
import { BackupRefused } from './manifest-file'

type Chunks = AsyncIterable<Uint8Array>

/** 2^17 rounds of scrypt: 128 MB of memory for about a second. */
const WORK_FACTOR = 17

/** Writes a part: compressed, encrypted if there is a passphrase, and flushed to the disk. */
export async function writePart(
  path: string,
  chunks: Chunks,
  {
    name,
    passphrase,
    signal,
  }: {
    readonly name: string
    readonly passphrase: string | null
    readonly signal: AbortSignal
  },
): Promise<BackupPart> {
  const hash = new Bun.CryptoHasher('sha256')
  const sizes = { unpacked: 0, stored: 0 }
  const target = await open(path, 'wx', 0o600)
  try {
    await pipeline(
      Readable.from(chunks, { objectMode: false }),
      counted(size => (sizes.unpacked += size)),
      createZstdCompress(),
      encrypted(passphrase),
      async (stored: Chunks) => {
        for await (const chunk of stored) {
          hash.update(chunk)
          sizes.stored += chunk.length
          await writeAll(target, chunk)
        }
      },
      { signal },
    )
    await target.sync()
  } finally {
    await target.close()
  }
  return {
    name,
    file: basename(path),
    bytes: sizes.stored,
    sha256: hash.digest('hex'),
    unpackedBytes: sizes.unpacked,
  }
}

/**
 * Verifies a part by the manifest.
 * @throws BackupRefused
 */
export async function verifyPart(
  folder: string,
  part: Pick<BackupPart, 'file' | 'bytes' | 'sha256'>,
  { noun, signal }: { readonly noun: 'backup' | 'export'; readonly signal: AbortSignal },
): Promise<void> {
  const path = join(folder, part.file)
  const size = (await stat(path).catch(() => null))?.size
  if (size === undefined) throw new BackupRefused(`The ${noun} is incomplete: ${path} is missing.`)
  if (size !== part.bytes) {
    throw new BackupRefused(`The ${noun} is cut off or damaged: ${path} has ${size} of ${part.bytes} bytes.`)
  }
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    signal.throwIfAborted()
    hash.update(chunk as Uint8Array)
  }
  if (hash.digest('hex') !== part.sha256) {
    throw new BackupRefused(`The ${noun} is damaged: the checksum of ${path} has changed.`)
  }
}

/** The content of a verified part. */
export async function* readPart(
  folder: string,
  part: BackupPart,
  passphrase: string | null,
): AsyncGenerator<Uint8Array, void, void> {
  const stored = createReadStream(join(folder, part.file), { highWaterMark: 1024 ** 2 })
  const packed =
    passphrase === null ? stored : Readable.from(await decrypted(stored, passphrase), { objectMode: false })
  const unpacking = createZstdDecompress()
  packed.on('error', error => unpacking.destroy(error))
  packed.pipe(unpacking)
  try {
    for await (const chunk of unpacking) yield chunk as Uint8Array
  } finally {
    stored.destroy()
    packed.destroy()
    unpacking.destroy()
  }
}

/**
 * Checks the passphrase of the backup.
 * @throws BackupRefused
 */
export async function checkPassphrase(folder: string, part: BackupPart, passphrase: string): Promise<void> {
  const stored = createReadStream(join(folder, part.file))
  try {
    await (await decrypted(stored, passphrase)).cancel()
  } finally {
    stored.destroy()
  }
}

function counted(add: (size: number) => void) {
  return async function* (chunks: Chunks) {
    for await (const chunk of chunks) {
      add(chunk.length)
      yield chunk
    }
  }
}

function encrypted(passphrase: string | null) {
  return async function* (chunks: Chunks): AsyncGenerator<Uint8Array, void, void> {
    if (passphrase === null) {
      yield* chunks
      return
    }
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    encrypter.setScryptWorkFactor(WORK_FACTOR)
    yield* await encrypter.encrypt(webStream(chunks))
  }
}

async function decrypted(stored: Chunks, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(webStream(stored))
  } catch {
    throw new BackupRefused('The passphrase is wrong for this backup.', 'backup_passphrase')
  }
}

function webStream(chunks: Chunks): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
