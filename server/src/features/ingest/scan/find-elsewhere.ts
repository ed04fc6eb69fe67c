import { filesByContentAlone, type Identities, takenBack } from './3-identify'
import { absenceProof } from './prove-absence'
import { type BookElsewhere, booksOfSize, sizesElsewhere } from './reunion.queries'
import { chunksOf, type ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'
import { walkedHash } from './walked-hash'

/** Files checked concurrently. */
const AT_ONCE = 8

/** Finds books of other libraries in the new files of this one. */
export interface Elsewhere {
  /** Sizes of books in other libraries: a new file of any other size cannot be one of them. */
  sizes(): Promise<ReadonlySet<number>>
  /**
   * The books of these files: equal content, and provably gone from their place. If the file is still there, the new
   * one is a copy.
   */
  find(files: readonly WalkedFile[]): Promise<ReadonlyMap<WalkedFile, BookElsewhere>>
}

export function createElsewhere(run: ScanRun): Elsewhere {
  const { deps, library, signal } = run
  const { reader } = deps.connection
  let sizes: Promise<ReadonlySet<number>> | undefined
  const sizesOnce = () => {
    sizes ??= sizesElsewhere(reader, library.pk)
    return sizes
  }

  async function match(
    file: WalkedFile,
    candidates: readonly BookElsewhere[],
    isGone: (book: BookElsewhere) => Promise<boolean>,
  ): Promise<readonly BookElsewhere[]> {
    const gone: BookElsewhere[] = []
    for (const book of candidates) if (await isGone(book)) gone.push(book)
    if (gone.length === 0) return []
    const hash = await walkedHash(run, file)
    return gone.filter(book => book.fileHash === hash)
  }

  return {
    sizes: sizesOnce,
    async find(files) {
      const found = new Map<WalkedFile, BookElsewhere>()
      const known = await sizesOnce()
      const suspects = files.filter(file => known.has(file.stamp.size))
      if (suspects.length === 0) return found
      const isGone = remembered(absenceProof(deps, signal))
      const sought = [...new Set(suspects.map(file => file.stamp.size))]
      const bySize = Map.groupBy(await booksOfSize(reader, library.pk, sought), book => book.size)
      const taken = new Set<number>()
      for (const part of chunksOf(suspects, AT_ONCE)) {
        const matches = await Promise.all(part.map(file => match(file, bySize.get(file.stamp.size) ?? [], isGone)))
        for (const [index, file] of part.entries()) {
          const free = (matches[index] ?? []).filter(book => !taken.has(book.pk))
          const book = free.find(one => one.fileName === file.name) ?? free[0]
          if (!book) continue
          taken.add(book.pk)
          found.set(file, book)
        }
      }
      return found
    },
  }
}

/**
 * Adds the books of other libraries to those found in this one. Among hidden books of equal content, such as a book and
 * a deleted copy of it, the oldest is taken, in any library.
 */
export async function identifyElsewhere(
  identities: Identities,
  elsewhere: Elsewhere,
): Promise<{ readonly identities: Identities; readonly taken: ReadonlyMap<WalkedFile, BookElsewhere> }> {
  const found = await elsewhere.find([...identities.added, ...filesByContentAlone(identities)])
  const younger = [...identities.moved].filter(([book, file]) => (found.get(file)?.pk ?? book.pk) < book.pk)
  const remaining = takenBack(identities, new Set(younger.map(([, file]) => file)))
  const added = new Set(remaining.added)
  return { identities: remaining, taken: new Map([...found].filter(([file]) => added.has(file))) }
}

/** Several files may have one size: each book is queried once. */
function remembered(isGone: (book: BookElsewhere) => Promise<boolean>): (book: BookElsewhere) => Promise<boolean> {
  const known = new Map<number, Promise<boolean>>()
  return book => {
    const asked = known.get(book.pk) ?? isGone(book)
    known.set(book.pk, asked)
    return asked
  }
}
