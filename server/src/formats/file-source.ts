import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import type { FileStamp } from './facts'
import { refuse } from './problem'
import { storableStamp } from './stamp'

/** One open file with shared read buffers, so that a book costs few system calls. */
export interface FileSource {
  readonly path: string
  readonly fd: number
  readonly size: number
  readonly stamp: FileStamp
  /** Up to `length` bytes from `offset`; shorter only at the end of the file. May share memory: do not modify. */
  read(offset: number, length: number): Buffer
}

/** Files up to this size are read whole; of larger ones the two ends are buffered. */
export const WHOLE_FILE_BYTES = 256 * 1024
export const END_WINDOW_BYTES = 64 * 1024

interface Window {
  readonly start: number
  readonly bytes: Buffer
}

/** A file that stays open until `close`. */
export interface OpenSource {
  readonly source: FileSource
  close(): void
}

/** Throws FileProblemError when it cannot be opened. */
export function openSource(path: string): OpenSource {
  const fd = openForReading(path)
  try {
    return { source: sourceOf(path, fd), close: () => closeSync(fd) }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Opens `path`, passes it to `use`, and closes it. Throws FileProblemError if it cannot be opened. */
export async function withSource<T>(path: string, use: (source: FileSource) => Promise<T>): Promise<T> {
  const { source, close } = openSource(path)
  try {
    return await use(source)
  } finally {
    close()
  }
}

/** Whether the path still leads to the file as it was opened. */
export function isUnchanged({ path, stamp }: FileSource): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return false
  return sameStamp(stamp, storableStamp({ size: stat.size, modifiedMs: stat.mtimeMs, inode: stat.ino }))
}

export function stampOf(fd: number): FileStamp {
  const stat = fstatSync(fd)
  return storableStamp({ size: stat.size, modifiedMs: stat.mtimeMs, inode: stat.ino })
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.modifiedMs === b.modifiedMs && a.inode === b.inode
}

function openForReading(path: string): number {
  try {
    // Without O_NONBLOCK, opening a named pipe blocks forever.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return refuse('other', 'unreadable', `The file cannot be opened (${code}).`, { code })
  }
}

function sourceOf(path: string, fd: number): FileSource {
  const stat = fstatSync(fd)
  if (!stat.isFile()) refuse('other', 'unreadable', 'This is not a regular file.')
  const stamp = storableStamp({ size: stat.size, modifiedMs: stat.mtimeMs, inode: stat.ino })
  const windows: Window[] = []
  return {
    path,
    fd,
    size: stat.size,
    stamp,
    read(offset, length) {
      const end = Math.min(offset + length, stat.size)
      if (offset < 0 || offset >= end) return Buffer.alloc(0)
      if (windows.length === 0) windows.push(...firstWindows(fd, stat.size))
      for (const { start, bytes } of windows) {
        if (offset >= start && end <= start + bytes.length) return bytes.subarray(offset - start, end - start)
      }
      return readFully(fd, offset, end - offset)
    },
  }
}

function firstWindows(fd: number, size: number): Window[] {
  if (size <= WHOLE_FILE_BYTES) return [{ start: 0, bytes: readFully(fd, 0, size) }]
  const tail = size - END_WINDOW_BYTES
  return [
    { start: 0, bytes: readFully(fd, 0, END_WINDOW_BYTES) },
    { start: tail, bytes: readFully(fd, tail, END_WINDOW_BYTES) },
  ]
}

function readFully(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  let done = 0
  while (done < length) {
    let got = 0
    try {
      got = readSync(fd, bytes, done, length - done, offset + done)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
      refuse('other', 'unreadable', `The file cannot be read (${code}).`, { code })
    }
    if (got === 0) break
    done += got
  }
  return done === length ? bytes : bytes.subarray(0, done)
}
