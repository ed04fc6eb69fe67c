import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

let written = 0

/** Writes beside the target and renames, so that nobody ever reads half a file. Makes missing folders. */
export async function writeInPlace(target: string, bytes: Uint8Array): Promise<void> {
  const part = `${target}.${process.pid}-${++written}.part`
  try {
    await writeMakingFolder(part, bytes)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function writeMakingFolder(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}
