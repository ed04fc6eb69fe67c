import { lstat } from 'node:fs/promises'
import { coverRank } from '../../../formats/sidecar/cover-names'
import { stemOf } from '../../catalogue/naming'

/** The cover image of the series in whose folder it is. */
export interface WalkedCover {
  readonly name: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedMs: number
}

/** Finds a folder's cover while its entries are read. */
export interface CoverChoice {
  addBook(name: string): void
  addImage(name: string): void
  /** Number of books by distinct name; two stand for more than one. */
  books(): number
  /** The best image; null if there is none, or it is the cover of the folder's only book. */
  chosen(): string | null
}

/** Whether a file with this name may be its folder's cover. */
export function isCoverName(name: string): boolean {
  return coverRank(name) !== null
}

export function createCoverChoice(): CoverChoice {
  let books = 0
  let first: string | null = null
  let best: { readonly name: string; readonly rank: number } | null = null
  return {
    addBook(name) {
      if (books > 1 || name.startsWith('.')) return
      // Files with the same name share their sidecar files.
      const stem = stemOf(name).toLowerCase()
      if (stem !== first) books++
      first ??= stem
    },
    addImage(name) {
      const rank = coverRank(name)
      if (rank !== null && (best === null || rank < best.rank || (rank === best.rank && name < best.name))) {
        best = { name, rank }
      }
    },
    books: () => books,
    chosen: () => (books === 1 ? null : (best?.name ?? null)),
  }
}

/** The stamp of a cover; null if it is not a file. Throws the system's error. */
export async function lookAtCover(folder: string, name: string): Promise<WalkedCover | null> {
  const stat = await lstat(`${folder}/${name}`)
  return stat.isFile() ? { name, size: stat.size, modifiedMs: Math.floor(stat.mtimeMs) } : null
}
