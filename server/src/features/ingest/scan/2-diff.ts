import type { FileStamp } from '../../../formats/facts'
import { sameStamp } from '../../../formats/file-source'
import type { KnownBook } from './scan.types'
import { changedSidecars } from './walk-sidecars'
import type { WalkedFile } from './walked-file'

/** The result of comparing the walk with the database. */
export interface Diff {
  /** Compares the books of one place; the returned ones can be added at once. */
  compare(files: readonly WalkedFile[]): Promise<WalkedFile[]>
  /** Whether a file is unchanged. */
  isKnown(file: WalkedFile): boolean
  /** Unchanged books with unchanged paths: their files need not be opened. */
  readonly unchanged: readonly KnownBook[]
  /** Those with a new inode: the file was restored, or its disk remounted. */
  readonly renumbered: ReadonlyMap<KnownBook, WalkedFile>
  /** Changed files, by path. */
  readonly changed: ReadonlyMap<KnownBook, WalkedFile>
  /** Books at their old path whose sidecar files changed. */
  readonly withChangedSidecars: ReadonlyMap<KnownBook, WalkedFile>
  /** New files that may be moved books: they have the size of one. */
  readonly suspects: readonly WalkedFile[]
  /** Keys of the known series with a file in this walk, and paths of new series. */
  readonly knownSeries: ReadonlySet<number>
  readonly newSeries: ReadonlySet<string>
  /** Paths of the series of files whose own path belongs to no book. */
  readonly newPlaces: ReadonlySet<string>
  /** Known books whose path had no file. */
  unseen(): KnownBook[]
}

export interface Before {
  readonly known: readonly KnownBook[]
  readonly seriesByPath: ReadonlyMap<string, { readonly pk: number }>
  /** In the order of the files' paths. */
  seriesPathsOf(paths: readonly string[]): Promise<readonly string[]>
  /** See `inodesStableIn`. */
  inodesStable(folderPk: number, path: string): boolean
  /** All new files are deferred: `known` contains only some books. */
  readonly holdsAllNew?: boolean
  /** Sizes of books that may have moved from other libraries. */
  sizesElsewhere(): Promise<ReadonlySet<number>>
}

/**
 * A book is unchanged when path, size and time agree, unless the inode shows that the file belongs to another book:
 * then files have swapped names. A new inode alone means that the disk was remounted. A new file with the size of a
 * known book is deferred until the walk shows whether that book is missing; in a new folder, the whole folder is
 * deferred, so that a renamed folder finds its series again.
 */
export function createDiff(before: Before): Diff {
  const { known, seriesByPath, seriesPathsOf, inodesStable, holdsAllNew = false, sizesElsewhere } = before
  // Runs for every book of a library in every scan: plain loops, and no lists unless needed.
  const placesOf = new Map<number, Map<string, number>>()
  let places: Map<string, number> | undefined
  for (let at = 0, folderPk = -1; at < known.length; at++) {
    const book = known[at] as KnownBook
    if (book.folderPk !== folderPk || places === undefined) {
      folderPk = book.folderPk
      places = placesOf.get(folderPk) ?? new Map<string, number>()
      placesOf.set(folderPk, places)
    }
    places.set(book.path, at)
  }
  const seen = new Uint8Array(known.length)
  const unchanged: KnownBook[] = []
  const renumbered = new Map<KnownBook, WalkedFile>()
  const changed = new Map<KnownBook, WalkedFile>()
  const withChangedSidecars = new Map<KnownBook, WalkedFile>()
  const suspects: WalkedFile[] = []
  const knownSeries = new Set<number>()
  const newSeries = new Set<string>()
  const newPlaces = new Set<string>()

  let sizes: ReadonlySet<number> | undefined
  let stamps: ReadonlySet<string> | undefined

  /** The index of the unseen book with this path; -1 if there is none. */
  function unseenAt({ folder, path }: WalkedFile): number {
    const at = placesOf.get(folder.pk)?.get(path) ?? -1
    return seen[at] === 0 ? at : -1
  }

  /** Whether another book's file may now be at the path of this one. Called only when inodes differ, which is rare. */
  function isOfAnother({ stamp }: WalkedFile): boolean {
    stamps ??= new Set(known.map(book => stampKey(book.stamp)))
    return stamp.inode !== 0 && stamps.has(stampKey(stamp))
  }

  function compareKnown(book: KnownBook, file: WalkedFile): void {
    if (changedSidecars(book.sidecars, file.sidecars)) withChangedSidecars.set(book, file)
    if (sameStamp(book.stamp, file.stamp)) return void unchanged.push(book)
    const isSame = book.stamp.size === file.stamp.size && book.stamp.modifiedMs === file.stamp.modifiedMs
    const mayTell = isSame && inodesStable(file.folder.pk, file.path)
    if (!isSame || (mayTell && isOfAnother(file))) return void changed.set(book, file)
    unchanged.push(book)
    if (mayTell) renumbered.set(book, file)
  }

  /** Files whose path belongs to no book. */
  function unknownOf(files: readonly WalkedFile[]): WalkedFile[] {
    const unknown: WalkedFile[] = []
    for (const file of files) {
      const at = unseenAt(file)
      const book = known[at]
      if (!book) {
        unknown.push(file)
        continue
      }
      seen[at] = 1
      knownSeries.add(book.seriesPk)
      compareKnown(book, file)
    }
    return unknown
  }

  return {
    unchanged,
    renumbered,
    changed,
    withChangedSidecars,
    suspects,
    knownSeries,
    newSeries,
    newPlaces,
    isKnown(file) {
      const book = known[unseenAt(file)]
      return book !== undefined && sameStamp(book.stamp, file.stamp)
    },
    async compare(files) {
      const unknown = unknownOf(files)
      if (unknown.length === 0) return unknown
      const elsewhere = await sizesElsewhere()
      sizes ??= new Set(known.map(book => book.stamp.size))
      const knownSizes = sizes
      const listable: WalkedFile[] = []
      const paths = await seriesPathsOf(unknown.map(file => file.path))
      for (const [path, group] of Map.groupBy(unknown, (_, at) => paths[at] ?? '')) {
        newPlaces.add(path)
        const series = seriesByPath.get(path)
        if (series) knownSeries.add(series.pk)
        else newSeries.add(path)
        const mayBeOld = ({ stamp: { size } }: WalkedFile) => holdsAllNew || knownSizes.has(size) || elsewhere.has(size)
        const waits = !series && group.some(mayBeOld) ? () => true : mayBeOld
        for (const file of group) (waits(file) ? suspects : listable).push(file)
      }
      return listable
    },
    unseen: () => known.filter((_book, at) => seen[at] === 0),
  }
}

/** The same for files with equal inode, size and time. */
export function stampKey({ inode, size, modifiedMs }: FileStamp): string {
  return `${inode} ${size} ${modifiedMs}`
}
