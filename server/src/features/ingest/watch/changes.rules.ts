import { LIMITS } from '../../../kernel/limits'

/** A changed folder; `below` if all its subfolders must be scanned. */
export interface ChangedFolder {
  readonly path: string
  readonly below: boolean
}

/** Books, pages in folders, and sidecar files. */
const BOOK = /\.(cb[zrt7]|epub|pdf|opf|json|xml)$/i
const IMAGE = /\.(jpe?g|png|webp|gif|avif|jxl|hei[cf]|bmp|tiff?)$/i

/** Whether a file name is relevant for books. A folder may have any name. */
export function mayMatter(name: string): boolean {
  return BOOK.test(name) || IMAGE.test(name)
}

/** The changes of one library until it is quiet. */
export interface Changes {
  note(path: string, below: boolean, now: number): void
  /** The whole library must be scanned. */
  noteAll(now: number): void
  /** Takes all changes out once the library is quiet, so that both ends of a move are included. */
  take(now: number): readonly ChangedFolder[] | null
  /** Puts changes back that could not be passed on. */
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
