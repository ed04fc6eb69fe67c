import { lstat } from 'node:fs/promises'
import { coverRank } from '../../../formats/sidecar/cover-names'
import { stemOf } from '../../catalogue/naming'

/** An image that is the cover of the series whose folder it lies in. */
export interface WalkedCover {
  readonly name: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedMs: number
}

/** Finds a folder's cover while its names go by. */
export interface CoverChoice {
  addBook(name: string): void
  addImage(name: string): void
  /** Books, those of one name counted once; more than one are two. */
  books(): number
  /** The best image; null when there is none, or it is the cover of the only book next to it. */
  chosen(): string | null
}

/** Whether a file of this name may be the cover of its folder. */
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
      // Files of one name share their sidecar files.
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

/** What the disk says of a cover; null when it is no file. Throws what the system says. */
export async function lookAtCover(folder: string, name: string): Promise<WalkedCover | null> {
  const stat = await lstat(`${folder}/${name}`)
  return stat.isFile() ? { name, size: stat.size, modifiedMs: Math.floor(stat.mtimeMs) } : null
}
