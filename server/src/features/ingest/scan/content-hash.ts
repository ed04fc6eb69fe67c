import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { FileSource } from '../../../formats/file-source'
import { fileHash } from '../../../formats/hashes'
import { answered } from '../../../kernel/patience'

/**
 * The content hash of analysis, read asynchronously: the hash is first asked for the parts it needs, those are read,
 * and then it is computed from memory. Null if the file is unreadable.
 */
export async function contentHash(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    return await answered(readAndHash(path), signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function readAndHash(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { size } = await file.stat()
    const parts = new Map<string, Buffer>()
    const wanted: [offset: number, length: number][] = []
    fileHash(
      sourceOf(path, size, (offset, length) => {
        wanted.push([offset, length])
        return Buffer.alloc(0)
      }),
    )
    for (const [offset, length] of wanted) parts.set(`${offset} ${length}`, await readPart(file, offset, length))
    return fileHash(sourceOf(path, size, (offset, length) => parts.get(`${offset} ${length}`) ?? Buffer.alloc(0)))
  } finally {
    await file.close()
  }
}

async function readPart(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

function sourceOf(path: string, size: number, read: FileSource['read']): FileSource {
  return { path, fd: -1, size, stamp: { size, modifiedMs: 0, inode: 0 }, read }
}
