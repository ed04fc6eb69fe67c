import { sameStamp } from '../../formats/file-source'
import type { WalkedFile } from './1-walk'
import type { KnownBook } from './scan.types'
import { seriesOfFile } from './strategies/series-volume'

/** What comparing the walk with the database brings. */
export interface Diff {
  /** Compares the books of one folder; what comes back can be listed at once. */
  compare(files: readonly WalkedFile[]): WalkedFile[]
  /** Books under the path they had, and unchanged: their files need not be opened. */
  readonly unchanged: readonly KnownBook[]
  /** Files that are not as the database knows them, by path. */
  readonly changed: ReadonlyMap<KnownBook, WalkedFile>
  /** New files that may be old books under another path: they have the size of one. */
  readonly suspects: readonly WalkedFile[]
  /** Series that have a file in this walk, by path. */
  readonly seriesPaths: ReadonlySet<string>
  /** Known books whose path had no file. */
  unseen(): KnownBook[]
}

/**
 * A book is the same when path, size, time and inode agree. A new file that has the size of a known book waits
 * until the walk has shown whether that book is gone; and its folder waits with it when the folder is new, so that
 * a renamed folder finds its series again.
 */
export function createDiff(known: readonly KnownBook[], knownSeries: ReadonlySet<string>): Diff {
  const byPath = new Map(known.map(book => [book.path, book]))
  const sizes = new Set(known.map(book => book.stamp.size))
  const unchanged: KnownBook[] = []
  const changed = new Map<KnownBook, WalkedFile>()
  const suspects: WalkedFile[] = []
  const seriesPaths = new Set<string>()
  const seen = new Set<KnownBook>()

  return {
    unchanged,
    changed,
    suspects,
    seriesPaths,
    compare(files) {
      const unknown: WalkedFile[] = []
      for (const file of files) {
        seriesPaths.add(seriesOfFile(file.path).path)
        const book = byPath.get(file.path)
        if (!book) {
          unknown.push(file)
          continue
        }
        seen.add(book)
        if (sameStamp(book.stamp, file.stamp)) unchanged.push(book)
        else changed.set(book, file)
      }
      const suspectFolders = new Set(
        unknown.filter(file => sizes.has(file.stamp.size)).map(file => seriesOfFile(file.path).path),
      )
      const isSuspect = (file: WalkedFile) => {
        const series = seriesOfFile(file.path).path
        return sizes.has(file.stamp.size) || (suspectFolders.has(series) && !knownSeries.has(series))
      }
      suspects.push(...unknown.filter(isSuspect))
      return unknown.filter(file => !isSuspect(file))
    },
    unseen: () => known.filter(book => !seen.has(book)),
  }
}
