import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'

/** The entries of a folder with representable names. */
export type FolderEntry = Pick<
  Dirent,
  'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket' | 'isBlockDevice' | 'isCharacterDevice'
>

/** An entry whose name is not UTF-8: it has no usable path. */
export interface UnnamedEntry {
  /** With `\xe9` for each such byte, and `\\` for a backslash. */
  readonly shown: string
  readonly isFolder: boolean
}

const REPLACEMENT = '\uFFFD'

/**
 * The entries of a folder. The system replaces bytes that are not UTF-8 by U+FFFD, so that two names may look alike, or
 * like one that contains this character: if there is any, the folder is read again as bytes. Throws the system's error.
 */
export async function readFolder(
  path: string,
): Promise<{ readonly entries: readonly FolderEntry[]; readonly unnamed: readonly UnnamedEntry[] }> {
  const entries = await readdir(path, { withFileTypes: true })
  if (!entries.some(({ name }) => name.includes(REPLACEMENT))) return { entries, unnamed: [] }
  const named: FolderEntry[] = entries.filter(({ name }) => !name.includes(REPLACEMENT))
  const unnamed: UnnamedEntry[] = []
  for (const bytes of await readdir(path, { encoding: 'buffer' })) {
    const name = decoded(bytes)
    if (name?.includes(REPLACEMENT) === false) continue
    const stat = await lstat(Buffer.concat([Buffer.from(`${path}/`), bytes])).catch(() => null)
    if (stat === null) continue
    if (name === null) unnamed.push({ shown: escaped(bytes), isFolder: stat.isDirectory() })
    else named.push(entryOf(name, stat))
  }
  return { entries: named, unnamed }
}

function entryOf(name: string, stat: Stats): FolderEntry {
  return Object.assign(stat, { name })
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(bytes: Uint8Array): string | null {
  try {
    return STRICT.decode(bytes)
  } catch {
    return null
  }
}

/** Bytes beyond ASCII are shown one by one, so that no two names look alike. */
function escaped(bytes: Uint8Array): string {
  return Array.from(bytes, byte => {
    if (byte === 0x5c) return '\\\\'
    return byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  }).join('')
}
