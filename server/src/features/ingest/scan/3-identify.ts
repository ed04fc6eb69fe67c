import { stampKey } from './2-diff'
import type { KnownBook } from './scan.types'
import type { WalkedFile } from './walked-file'

/** The results for files and books that paths alone did not identify. */
export interface Identities {
  /** Books whose file has another path now. */
  readonly moved: ReadonlyMap<KnownBook, WalkedFile>
  /** Books whose file has a new time or inode and the same content. */
  readonly touched: ReadonlyMap<KnownBook, WalkedFile>
  /** Books with new content under the same path. */
  readonly changed: ReadonlyMap<KnownBook, WalkedFile>
  readonly added: readonly WalkedFile[]
  /** Books without a file; the caller decides what that means. */
  readonly missing: readonly KnownBook[]
  /** Missing books whose path another book has taken. */
  readonly displaced: readonly KnownBook[]
}

export interface Question {
  /** Files under unknown paths. */
  readonly newFiles: readonly WalkedFile[]
  /** Files that differ from the book at their path. */
  readonly changed: ReadonlyMap<KnownBook, WalkedFile>
  /** Books whose path had no file. */
  readonly unseen: readonly KnownBook[]
  /** Whether inodes identify files below a path; see `inodesStableIn`. */
  inodesStable(folderPk: number, path: string): boolean
  /** Content hashes of analysed books. */
  hashesOf(books: readonly KnownBook[]): Promise<ReadonlyMap<KnownBook, string>>
  /** Null if the file is unreadable. */
  hashOfFile(file: WalkedFile): Promise<string | null>
}

/**
 * Finds books whose files were moved or renamed. Equal inode, size and time mean the same file where inodes are
 * reliable, even when names were swapped; otherwise the content decides, and only for books whose path is lost: a copy
 * is not a move. A file is read only if a missing book has its size.
 */
export async function identify({
  newFiles,
  changed,
  unseen,
  inodesStable,
  hashesOf,
  hashOfFile,
}: Question): Promise<Identities> {
  const moved = new Map<KnownBook, WalkedFile>()
  const touched = new Map<KnownBook, WalkedFile>()
  const ownerOf = new Map([...changed].map(([book, file]) => [file, book]))
  const open = new Set<WalkedFile>([...changed.values(), ...newFiles])

  function assign(book: KnownBook, file: WalkedFile, as: Map<KnownBook, WalkedFile>): void {
    as.set(book, file)
    open.delete(file)
  }

  const comparable = [...unseen, ...changed.keys()].filter(book => inodesStable(book.folderPk, book.path))
  const byStamp = Map.groupBy(comparable, book => stampKey(book.stamp))
  for (const file of open) {
    if (file.stamp.inode === 0 || !inodesStable(file.folder.pk, file.path)) continue
    const book = byStamp.get(stampKey(file.stamp))?.find(one => !moved.has(one))
    if (book) assign(book, file, moved)
  }

  /** Books whose path is lost: it has no file, or that of another book. */
  const lost = () =>
    [...unseen, ...changed.keys()].filter(book => {
      const there = changed.get(book)
      return !moved.has(book) && (there === undefined || !open.has(there)) && !touched.has(book)
    })

  const openSizes = new Set([...open].map(file => file.stamp.size))
  const wanted = [...unseen, ...changed.keys()].filter(book => !moved.has(book) && openSizes.has(book.stamp.size))
  const hashes = await hashesOf(wanted)
  const hashOf = once(hashOfFile)
  for (let found = true; found; ) {
    found = false
    const bySize = Map.groupBy(
      lost().filter(book => hashes.has(book)),
      book => book.stamp.size,
    )
    for (const file of open) {
      const own = ownerOf.get(file)
      const ownMayMatch = own !== undefined && !moved.has(own) && own.stamp.size === file.stamp.size && hashes.has(own)
      const candidates = bySize.get(file.stamp.size)?.filter(book => !moved.has(book)) ?? []
      if (!ownMayMatch && candidates.length === 0) continue
      const hash = await hashOf(file)
      if (hash === null) continue
      if (own && ownMayMatch && hashes.get(own) === hash) {
        assign(own, file, touched)
        continue
      }
      const book = bestOf(
        candidates.filter(one => hashes.get(one) === hash),
        file,
      )
      if (!book) continue
      assign(book, file, moved)
      found = true
    }
  }

  return summary({ moved, touched, changed, unseen, open, ownerOf })
}

function summary(state: {
  moved: ReadonlyMap<KnownBook, WalkedFile>
  touched: ReadonlyMap<KnownBook, WalkedFile>
  changed: ReadonlyMap<KnownBook, WalkedFile>
  unseen: readonly KnownBook[]
  open: ReadonlySet<WalkedFile>
  ownerOf: ReadonlyMap<WalkedFile, KnownBook>
}): Identities {
  const { moved, touched, changed, unseen, open, ownerOf } = state
  const stillChanged = new Map([...changed].filter(([book, file]) => open.has(file) && !moved.has(book)))
  const displaced = [...changed.keys()].filter(
    book => !moved.has(book) && !touched.has(book) && !stillChanged.has(book),
  )
  const missing = [...unseen.filter(book => !moved.has(book)), ...displaced]
  const added = [...open].filter(file => {
    const own = ownerOf.get(file)
    return own === undefined || moved.has(own)
  })
  return withDisplaced({ moved, touched, changed: stillChanged, added, missing })
}

function withDisplaced(found: Omit<Identities, 'displaced'>): Identities {
  const { moved, added, missing } = found
  const takenPlaces = new Set([...moved.values(), ...added].map(file => placeKey(file.folder.pk, file.path)))
  return { ...found, displaced: missing.filter(book => takenPlaces.has(placeKey(book.folderPk, book.path))) }
}

/** Files that only their content identifies as formerly hidden books. */
export function filesByContentAlone({ moved }: Identities): readonly WalkedFile[] {
  return [...moved].flatMap(([book, file]) =>
    book.deleted && stampKey(book.stamp) !== stampKey(file.stamp) ? [file] : [],
  )
}

/** The same, when some moved files turn out to be new and their books are still missing. */
export function takenBack(identities: Identities, files: ReadonlySet<WalkedFile>): Identities {
  const [back = [], stayed = []] = [true, false].map(wanted =>
    [...identities.moved].filter(([, file]) => files.has(file) === wanted),
  )
  return withDisplaced({
    ...identities,
    moved: new Map(stayed),
    added: [...identities.added, ...back.map(([, file]) => file)],
    missing: [...identities.missing, ...back.map(([book]) => book)],
  })
}

/** A key for a place in any of the library's folders. */
export function placeKey(folderPk: number, path: string): string {
  return `${folderPk} ${path}`
}

/** Among books of equal content, the one with the same name; else the oldest. */
function bestOf(books: readonly KnownBook[], file: WalkedFile): KnownBook | undefined {
  const named = books.filter(book => book.path.slice(book.path.lastIndexOf('/') + 1) === file.name)
  const live = (named.length > 0 ? named : books).toSorted(
    (a, b) => Number(a.deleted) - Number(b.deleted) || a.pk - b.pk,
  )
  return live[0]
}

function once(hashOfFile: Question['hashOfFile']): Question['hashOfFile'] {
  const known = new Map<WalkedFile, Promise<string | null>>()
  return file => {
    const hash = known.get(file) ?? hashOfFile(file)
    known.set(file, hash)
    return hash
  }
}
