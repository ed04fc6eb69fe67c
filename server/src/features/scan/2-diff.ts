import { sameStamp } from '../../formats/file-source'
import type { WalkedFile } from './1-walk'
import type { KnownBook } from './scan.types'

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
  /** Keys of the known series that have a file in this walk, and paths of the series that nobody knew. */
  readonly knownSeries: ReadonlySet<number>
  readonly newSeries: ReadonlySet<string>
  /** Known books whose path had no file. */
  unseen(): KnownBook[]
}

/**
 * A book is the same when path, size, time and inode agree. A new file that has the size of a known book waits
 * until the walk has shown whether that book is gone; and its folder waits with it when the folder is new, so that
 * a renamed folder finds its series again.
 */
export function createDiff(
  known: readonly KnownBook[],
  seriesByPath: ReadonlyMap<string, { readonly pk: number }>,
  seriesPathOf: (path: string) => string,
): Diff {
  // Books leave the map as their files are seen: what is left has no file.
  const unseen = new Map(known.map(book => [book.path, book]))
  const sizes = new Set(known.map(book => book.stamp.size))
  const unchanged: KnownBook[] = []
  const changed = new Map<KnownBook, WalkedFile>()
  const suspects: WalkedFile[] = []
  const knownSeries = new Set<number>()
  const newSeries = new Set<string>()

  /** The files whose path no book has. */
  function unknownOf(files: readonly WalkedFile[]): WalkedFile[] {
    const unknown: WalkedFile[] = []
    for (const file of files) {
      const book = unseen.get(file.path)
      if (!book) {
        unknown.push(file)
        continue
      }
      unseen.delete(file.path)
      knownSeries.add(book.seriesPk)
      if (sameStamp(book.stamp, file.stamp)) unchanged.push(book)
      else changed.set(book, file)
    }
    return unknown
  }

  return {
    unchanged,
    changed,
    suspects,
    knownSeries,
    newSeries,
    compare(files) {
      const unknown = unknownOf(files)
      const listable: WalkedFile[] = []
      for (const [path, group] of Map.groupBy(unknown, file => seriesPathOf(file.path))) {
        const series = seriesByPath.get(path)
        if (series) knownSeries.add(series.pk)
        else newSeries.add(path)
        const mayBeOld = (file: WalkedFile) => sizes.has(file.stamp.size)
        const waits = !series && group.some(mayBeOld) ? () => true : mayBeOld
        for (const file of group) (waits(file) ? suspects : listable).push(file)
      }
      return listable
    },
    unseen: () => [...unseen.values()],
  }
}
