import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** For the server's own account: covers and pages show what people may not all see. */
const PRIVATE_FILE = { mode: 0o600 }
let written = 0

/**
 * Writes to a file next to the target and renames it, so that nobody ever reads half a file. Makes missing folders.
 * Synchronous: a parser process does one thing at a time, and this is a third of the cost of promises.
 * Not flushed to the disk: what is written here can be made again.
 */
export function writeInPlace(target: string, bytes: Uint8Array): void {
  const part = `${target}.${process.pid}-${++written}.part`
  try {
    writeMakingFolder(part, bytes)
    renameSync(part, target)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Writes a file that nobody reads before its name is returned; after a failure the caller removes it. Makes missing folders. */
export function writeDraft(target: string, bytes: Uint8Array): void {
  try {
    writeMakingFolder(target, bytes)
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
}

function writeMakingFolder(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, PRIVATE_FILE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes, PRIVATE_FILE)
  }
}
