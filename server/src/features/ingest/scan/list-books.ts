import type { Tx } from '../../../db'
import { isFolderName } from '../../../formats/book-names'
import { sortNaturally } from '../../../formats/natural-order'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import { editionsAmong } from '../../../naming/editions.rules'
import { positionsOf } from '../../../naming/naming'
import { bookStore } from '../../catalogue/books'
import { libraryStore } from '../../catalogue/libraries'
import { type SeriesPlace, stemOf } from '../../catalogue/naming'
import { writeSplitting } from '../analysis'
import { ensureSeries, refreshAll, type ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'

/** Adds new books to lists while only their names are known. */
export interface Lister {
  add(files: readonly WalkedFile[]): Promise<void>
  /** Adds the remaining ones and returns the series whose books may get other numbers by position. */
  finish(): Promise<ReadonlySet<number>>
}

type Placed = bookStore.NewBook & { readonly id: string; readonly seriesId: string }

interface Waiting {
  readonly file: WalkedFile
  readonly place: SeriesPlace
  readonly names: bookStore.BookNames
}

export function createLister(run: ScanRun): Lister {
  const { library, report, deps } = run
  const knownPaths = new Set(run.series.keys())
  const toNumber = new Set<number>()
  const waiting: Waiting[] = []

  async function flush(): Promise<void> {
    const batch = waiting.splice(0, LIMITS.scan.batch)
    if (batch.length === 0) return
    await writeSplitting(batch, {
      signal: run.signal,
      async write(part) {
        await run.write(tx => list(tx, part))
        count(part)
      },
      async writeOne({ file }, why) {
        const shown = run.shownFolder(file.folder.pk)
        const message = `${file.path} cannot be listed: ${why}`
        report.note({ kind: 'not_stored', ...shown, path: file.path, said: why, message })
        report.details.add('skipped', file.path, { ...shown, reason: 'not_stored' })
      },
    })
    run.statistics.written(batch.length)
  }

  async function list(tx: Tx, part: readonly Waiting[]): Promise<void> {
    const books: Placed[] = []
    // Series that had books before: their sums must be computed from all of them.
    const grown = new Set<number>()
    for (const group of Map.groupBy(part, ({ place }) => place.path).values())
      books.push(...(await placed(tx, group, grown)))
    await bookStore.insertBooks(tx, books, deps.now())
    for (const { id, seriesId } of books) {
      const place = { id, series_id: seriesId, library_id: library.id, library_pk: library.pk }
      bookStore.publishBookEvent(tx, place, 'book_created')
    }
    await refreshAll(tx, run, grown)
    await libraryStore.addBooksToLibrary(tx, library.pk, books.length)
  }

  function count(part: readonly Waiting[]): void {
    report.booksFound += part.length
    report.changes.booksCreated += part.length
    for (const { file } of part) report.details.add('new', file.path, run.shownFolder(file.folder.pk))
  }

  /** The books of one series by its key. */
  async function placed(tx: Tx, group: readonly Waiting[], grown: Set<number>): Promise<Placed[]> {
    const [first] = group
    if (!first) return []
    const {
      pk,
      id: seriesId,
      isNew,
    } = await ensureSeries(
      tx,
      run,
      first.place,
      group.map(({ names }) => names),
    )
    if (!isNew) grown.add(pk)
    // Other books of a series that grew have new positions.
    const isPositional = group.some(({ file }) => library.namer.isPositional(file.name))
    if (isPositional && (!isNew || group.some(({ names }) => names.number === null)))
      run.afterCommit(() => toNumber.add(pk))
    return group.map(({ file: { name, folder, path, format, stamp, sidecars }, names }) => {
      const place = { libraryPk: library.pk, folderPk: folder.pk, seriesPk: pk, path, fileName: name }
      return { ...place, id: newId(), seriesId, format, stamp, sidecars: sidecars?.text ?? null, names }
    })
  }

  return {
    async add(files) {
      const places = await library.namer.place(files.map(({ path }) => ({ path, inside: null })))
      const placed = files.map((file, at) => ({ file, place: places[at] as SeriesPlace }))
      for (const [path, group] of Map.groupBy(placed, ({ place }) => place.path)) {
        const isKnown = knownPaths.has(path)
        // Books of the series in other folders follow: its books are numbered at the end.
        knownPaths.add(path)
        const more = await named(run, group, isKnown)
        waiting.push(...more)
      }
      while (waiting.length >= LIMITS.scan.batch) await flush()
    },
    async finish() {
      while (waiting.length > 0) await flush()
      return toNumber
    },
  }
}

/**
 * The books of one folder with their names; in a new series, those without a number get their position at once. Image
 * folders arrive one by one and are numbered at the end.
 */
async function named(
  { library: { namer }, series }: ScanRun,
  files: readonly Pick<Waiting, 'file' | 'place'>[],
  isKnown: boolean,
): Promise<Waiting[]> {
  const ordered = sortNaturally(files, ({ file }) => stemOf(file.name))
  const editions = editionsAmong(files, ({ file: { folder, path } }) => ({ folder: folder.pk, path }))
  const names = await namer.book(
    ordered.map(one => {
      const { path, name: fileName } = one.file
      const { place } = one
      const seriesBooks = files.length + (series.get(place.path)?.books ?? 0)
      return { file: { path, fileName, inside: null, seriesBooks, hasOtherEdition: editions.has(one) }, place }
    }),
  )
  const positions = positionsOf(
    ordered.map(({ file }) => file.name),
    namer,
  )
  return ordered.map(({ file, place }, index) => {
    const own = names[index] as bookStore.BookNames
    const number = own.number ?? (isKnown || isFolderName(file.name) ? null : (positions[index] ?? null))
    return { file, place, names: { ...own, number } }
  })
}
