import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface LogFileOptions {
  readonly path: string
  /** A file that would become larger is set aside as `path.1`, and a new one begins. */
  readonly maxBytes: number
  /** Files in all, the current one included. */
  readonly count: number
}

/** After a failure, such as a full disk, lines are dropped for this time. */
const PAUSE_MS = 10_000

/**
 * Appends lines to a file, and rotates it by size. Lines are written at once, so that none is lost when the process ends.
 * A file that cannot be written never stops the server: `problem` is called once, and the file is tried again later.
 */
export function openLogFile(
  { path, maxBytes, count }: LogFileOptions,
  problem: (error: Error) => void,
): { write(line: string): void } {
  let file: number | null = null
  let inode = 0
  let size = 0
  let pausedUntil = 0
  let isFailing = false

  function open(): number {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const opened = openSync(path, 'a', 0o600)
    const about = fstatSync(opened)
    inode = about.ino
    size = about.size
    file = opened
    return opened
  }

  function close(): void {
    const opened = file
    file = null
    if (opened !== null) closeSync(opened)
  }

  /** Another process may have rotated the same file: then it is only opened again. */
  function rotate(): void {
    close()
    if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) return
    for (let number = count - 1; number > 0; number--) {
      const from = number === 1 ? path : `${path}.${number - 1}`
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${number}`)
    }
    if (count === 1) rmSync(path)
  }

  return {
    write(line) {
      if (Date.now() < pausedUntil) return
      const bytes = Buffer.from(line)
      try {
        let opened = file ?? open()
        if (size > 0 && size + bytes.length > maxBytes) {
          rotate()
          opened = open()
        }
        writeSync(opened, bytes)
        size += bytes.length
        isFailing = false
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_MS
        try {
          close()
        } catch {
          // It counts as closed.
        }
        if (!isFailing) problem(error as Error)
        isFailing = true
      }
    },
  }
}

/** The files of a log, the current one first. */
export function logFilesOf({ path, count }: Pick<LogFileOptions, 'path' | 'count'>): readonly string[] {
  return [path, ...Array.from({ length: count - 1 }, (_, at) => `${path}.${at + 1}`)]
}
