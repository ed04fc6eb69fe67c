import { lstat, readdir } from 'node:fs/promises'
import { LIMITS } from '../../../kernel/limits'
import { answered } from '../../../kernel/patience'

export interface TreeOptions {
  readonly root: string
  leavesOut(name: string, path: string): boolean
  readonly signal: AbortSignal
  /** Called before each folder is listed. */
  entered?(path: string): void
}

/** A folder's modification time; null if it is missing or not a folder. Throws on disk errors. */
export async function folderTime(root: string, path: string, signal: AbortSignal): Promise<number | null> {
  const stat = await answered(lstat(at(root, path)).catch(unlessGone), signal)
  return stat?.isDirectory() ? Math.floor(stat.mtimeMs) : null
}

function unlessGone(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw error
}

/** The times of a folder and all its subfolders, by path below the root; 0 if unreadable. */
export async function listFolders(start: string, options: TreeOptions): Promise<Map<string, number>> {
  const { root, signal } = options
  const times = new Map<string, number>()
  let level = [start]
  while (level.length > 0) {
    const next: string[] = []
    await inParts(level, async path => {
      options.entered?.(path)
      const time = await folderTime(root, path, signal).catch(() => 0)
      signal.throwIfAborted()
      if (time === null) return
      times.set(path, time)
      next.push(...(await foldersIn(path, options)))
    })
    level = next
  }
  return times
}

/** The direct subfolders; empty if it cannot be listed. */
export async function foldersIn(path: string, { root, leavesOut, signal }: TreeOptions): Promise<string[]> {
  const entries = await answered(readdir(at(root, path), { withFileTypes: true }), signal).catch(() => [])
  signal.throwIfAborted()
  return entries.flatMap(entry => {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    return entry.isDirectory() && !leavesOut(entry.name, inside) ? [inside] : []
  })
}

/** Runs the same for many folders with limited concurrency. */
export async function inParts(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < paths.length; from += LIMITS.watch.foldersAtOnce) {
    await Promise.all(paths.slice(from, from + LIMITS.watch.foldersAtOnce).map(work))
  }
}

export function at(root: string, path: string): string {
  return path === '' ? root : `${root}/${path}`
}
