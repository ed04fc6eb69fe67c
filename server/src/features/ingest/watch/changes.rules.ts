import { LIMITS } from '../../../kernel/limits'

/** A folder in which something has changed; `below` when all inside it has to be looked at. */
export interface ChangedFolder {
  readonly path: string
  readonly below: boolean
}

/** Books, their pages where these lie in folders, and their sidecar files. */
const BOOK = /\.(cb[zrt7]|epub|pdf|opf|json|xml)$/i
const IMAGE = /\.(jpe?g|png|webp|gif|avif|jxl|hei[cf]|bmp|tiff?)$/i

/** Whether a file of that name has to do with books. A folder may have any name. */
export function mayMatter(name: string): boolean {
  return BOOK.test(name) || IMAGE.test(name)
}

/** The changes of one library that wait until it is quiet. */
export interface Changes {
  note(path: string, below: boolean, now: number): void
  /** Everything has to be looked at. */
  noteAll(now: number): void
  /** Takes the changes out once the library is quiet: all of them, so that a file moved between folders is in both. */
  take(now: number): readonly ChangedFolder[] | null
  /** Puts back what could not be handed on. */
  putBack(folders: readonly ChangedFolder[], now: number): void
}

export function createChanges(): Changes {
  const waiting = new Map<string, boolean>()
  let first = 0
  let last = 0

  function note(path: string, below: boolean, now: number): void {
    if (waiting.size === 0) first = now
    last = now
    waiting.set(path, below || (waiting.get(path) ?? false))
  }

  return {
    note,
    noteAll: now => note('', true, now),
    take(now) {
      if (waiting.size === 0) return null
      const { settleMs, longestMs } = LIMITS.watch
      if (now - last < settleMs && now - first < longestMs) return null
      const folders = [...waiting].map(([path, below]) => ({ path, below }))
      waiting.clear()
      return folders
    },
    putBack(folders, now) {
      for (const { path, below } of folders) note(path, below, now)
    },
  }
}
