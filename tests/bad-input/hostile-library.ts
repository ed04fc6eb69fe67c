import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { comic, writeLibrary } from '../kit/books'
import type { HostileFile, HostileKind } from './hostile-makers'

/** The folder of a kind below the library. */
export function folderOfKind(at: number): string {
  return `k${String(at).padStart(3, '0')}`
}

/** Writes the files of some kinds, each kind into a folder of its own. Returns the names that the file system refused. */
export async function writeHostile(root: string, kinds: readonly HostileKind[]): Promise<string[]> {
  const refused: string[] = []
  for (const [at, kind] of kinds.entries()) {
    const folder = join(root, folderOfKind(at))
    mkdirSync(folder, { recursive: true })
    for (const file of await kind.files()) if (!writeFile(folder, file)) refused.push(kind.name)
  }
  return refused
}

export async function writeGood(root: string, count: number): Promise<void> {
  const files: Record<string, Uint8Array> = {}
  for (let at = 0; at < count; at++) {
    files[`Good ${at % 10}/Book ${at}.cbz`] = await comic({
      pages: 2,
      size: { width: 30 + at, height: 45 },
      comicInfo: { Title: `Good book ${at}`, Series: `Good ${at % 10}`, Tags: 'calm, quiet' },
    })
  }
  writeLibrary(root, files)
}

/** A path may be too long for one call: then it is made step by step from folder to folder. */
function writeFile(folder: string, { path, bytes, mtime, sparseTo }: HostileFile): boolean {
  const whole = Buffer.isBuffer(path) ? Buffer.concat([Buffer.from(`${folder}/`), path]) : `${folder}/${path}`
  mkdirSync(Buffer.isBuffer(whole) ? parentOfBytes(whole) : dirname(whole), { recursive: true })
  writeFileSync(whole, bytes)
  return changed(whole, sparseTo, ['truncate', '-s']) && changed(whole, mtime && `@${mtime}`, ['touch', '-d'])
}

function parentOfBytes(path: Buffer): Buffer {
  return path.subarray(0, path.lastIndexOf(0x2f))
}

function changed(path: string | Buffer, value: string | undefined, [program, ...args]: readonly string[]): boolean {
  if (value === undefined || program === undefined) return true
  try {
    execFileSync(program, [...args, value, String(path)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
