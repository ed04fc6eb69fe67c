// The tests' temporary files in memory: databases and libraries are made and removed thousands of times.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeAbandoned } from '../remove-abandoned.mjs'

const MEMORY = '/dev/shm'
const PREFIX = 'octavo-tests-'
const GB = 2 ** 30
/** The tests' files are at most 2 GB; the rest is for browsers and servers. */
const WANTED = { free: 4 * GB, available: 8 * GB }

/** In bytes, on Linux; at most the limit of a container. */
const availableMemory = () => {
  const [, kilobytes = 0] = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return Math.min(Number(kilobytes) * 1024, process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** Programs are started from there, too. */
const canRunPrograms = folder => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** Processes that were just ended may still write; a folder that stays is removed by a later run. */
const removeFolder = path => {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch (error) {
    console.log(`${path} could not be removed: ${error.message}`)
  }
}

/** A folder in memory and what removes it; undefined where there is none, or too little memory. */
export const temporaryFolderInMemory = () => {
  try {
    removeAbandoned(MEMORY, new RegExp(`^${PREFIX}`))
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < WANTED.free || availableMemory() < WANTED.available) return undefined
    const path = mkdtempSync(join(MEMORY, PREFIX))
    const remove = () => removeFolder(path)
    // PostgreSQL has a user of its own.
    chmodSync(path, 0o755)
    if (canRunPrograms(path)) return { path, remove }
    remove()
  } catch {
    // Another system than Linux, or no write access.
  }
  return undefined
}
