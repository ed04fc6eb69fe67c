import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Accessible to the server's account only: covers and pages may be restricted. */
const PRIVATE_FILE = { mode: 0o600 }
let written = 0

/**
 * Writes to a temporary file and renames it, so that nobody reads a partial file. Creates missing folders. Synchronous:
 * a parser process does one thing at a time, and this takes a third of the time of promises. Not flushed to the disk:
 * these files can be made again.
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

/**
 * Writes a file that nobody reads before its name is returned; after a failure the caller removes it. Creates missing
 * folders.
 */
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
