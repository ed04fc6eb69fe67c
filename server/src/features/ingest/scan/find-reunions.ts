import { absenceProof } from './prove-absence'
import { booksAsMissing, booksAt, booksLike, hasNewBooks, hiddenBooks, hiddenTwins, placesOf } from './reunion.queries'
import { type FoundBook, type MissingBook, pairUp, type Reunion } from './reunion.rules'
import { reunite } from './reunite'
import type { KnownBook } from './scan.types'
import type { ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'

/** Gives new files of this library, already added, the former rows of their books in other libraries. */
export async function takeOver(run: ScanRun, found: ReadonlyMap<WalkedFile, TakenBook>): Promise<void> {
  if (found.size === 0) return
  const { reader } = run.deps.connection
  const keys = new Map<WalkedFile, number>()
  for (const [folderPk, files] of Map.groupBy(found.keys(), file => file.folder.pk)) {
    const byPath = await booksAt(
      reader,
      folderPk,
      files.map(file => file.path),
    )
    for (const file of files) {
      const pk = byPath.get(file.path)
      if (pk !== undefined) keys.set(file, pk)
    }
  }
  const pairs = [...found].flatMap(([file, { pk, libraryPk }]) => {
    const freshPk = keys.get(file)
    return freshPk === undefined ? [] : [{ pk, libraryPk, freshPk, isChanged: false, since: run.startedAt - 1 }]
  })
  await reunite(run, pairs)
}

interface TakenBook {
  readonly pk: number
  readonly libraryPk: number
}

/**
 * Finds hidden books of any library among the contents of this one's new books. Its own missing books, if not hidden
 * yet, can be passed in; returns the keys of those found.
 */
export async function reuniteHidden(
  run: ScanRun,
  alsoMissing: readonly KnownBook[] = [],
): Promise<ReadonlySet<number>> {
  const { reader } = run.deps.connection
  const { pk: libraryPk, scannedAt } = run.library
  if (!(await hasNewBooks(reader, libraryPk, scannedAt ?? 0))) return new Set()
  const own = new Set(alsoMissing.filter(book => !book.deleted).map(({ pk }) => pk))
  const missing: MissingBook[] = []
  const found = new Map<number, FoundBook>()
  const isHere = new Set<number>()
  const hashes = new Set<string | null>()
  const look = async (books: readonly MissingBook[]) => {
    for (const book of await booksLike(reader, books)) {
      // Missing itself: the hidden copy looks for the same file.
      if (own.has(book.pk)) continue
      found.set(book.pk, book)
      hashes.add(book.fileHash).add(book.pagesHash)
      if (book.libraryPk === libraryPk) isHere.add(book.pk)
    }
    missing.push(...books.filter(book => [book.fileHash, book.pagesHash].some(hash => hash && hashes.has(hash))))
  }
  await look(await booksAsMissing(reader, [...own], run.library))
  for await (const books of hiddenBooks(reader)) await look(books)
  const pairs = pairUp(missing, [...found.values()]).filter(({ freshPk }) => isHere.has(freshPk))
  return reunite(run, await withoutReturned(run, pairs))
}

/** Finds books missing here among the books that other libraries have added since they were last seen here. */
export async function reuniteElsewhere(run: ScanRun, gone: readonly KnownBook[]): Promise<ReadonlySet<number>> {
  const { reader } = run.deps.connection
  if (gone.length === 0) return new Set()
  const pks = gone.map(({ pk }) => pk)
  const missing = await booksAsMissing(reader, pks, run.library)
  const found = await booksLike(reader, missing)
  const own = new Set(pks)
  const pairs = pairUp([...missing, ...(await hiddenTwins(reader, missing))], found).filter(({ pk }) => own.has(pk))
  return reunite(run, await withoutReturned(run, pairs))
}

/** If its file still exists, a book was not moved: the new file is a copy. */
async function withoutReturned(run: ScanRun, pairs: readonly Reunion[]): Promise<Reunion[]> {
  const isGone = absenceProof(run.deps, run.signal)
  const places = await placesOf(
    run.deps.connection.reader,
    pairs.map(({ pk }) => pk),
  )
  const confirmed: Reunion[] = []
  for (const pair of pairs) {
    const place = places.get(pair.pk)
    if (place && (await isGone(place))) confirmed.push(pair)
  }
  return confirmed
}
