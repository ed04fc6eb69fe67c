import { dirname } from 'node:path'
import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import { formatOfName } from '../../../formats/book-names'
import { LIMITS } from '../../../kernel/limits'
import { inStep } from '../../../kernel/tracing'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import type { TaskContext } from '../../../platform/queue.types'
import { bookStore } from '../../catalogue/books'
import { findOldEditions, nameEditions } from '../../catalogue/editing'
import { findLibrary, type LibraryRow } from '../../catalogue/libraries'
import { choiceOfRow, libraryNamer } from '../../catalogue/naming'
import { isUnknown } from './1-walk'
import type { Diff } from './2-diff'
import { type Identities, identify } from './3-identify'
import { analyze } from './4-analyze'
import { finishLibrary, hideGone, renumberAll, showReturned } from './5-reconcile'
import { applyMoves } from './apply-moves'
import { enqueueNaming } from './apply-naming'
import { compareWithDisk, type FolderWalk, type InodesStable, isGrowing, parentOf } from './compare-with-disk'
import { createExclusions, isLeftOut } from './exclusions'
import { createElsewhere, identifyElsewhere } from './find-elsewhere'
import { reuniteElsewhere, reuniteHidden, takeOver } from './find-reunions'
import { withChangedImageFolders } from './image-sidecars'
import { knownBooks, knownBooksIn, type Unseen } from './known-books.queries'
import { createLister, type Lister } from './list-books'
import { inodesStableIn, mountsAround } from './mounts'
import { listablePlaces, lostElsewhere } from './narrow-scan'
import { placesOfBoth } from './narrowing.rules'
import { judgePresence } from './presence'
import { publishScan } from './publish-scan'
import { contentHashes, knownSeries } from './scan.queries'
import { startScan } from './scan.store'
import {
  type Folder,
  type KnownBook,
  type ListedPlace,
  type ScanDeps,
  type ScannedLibrary,
  ScanPayload,
  type ScanPlace,
} from './scan.types'
import { createDetails } from './scan-details'
import { createReport } from './scan-report'
import { queueScanRequest } from './scan-requests.store'
import { chunksOf, createScanRun, type ScanRun } from './scan-run'
import { keepSeriesCovers } from './series-covers'
import { settleMerged, takeOtherFiles } from './settle-merged'
import { takesImageFolders } from './walk-images'
import { changedSidecars, firstOfParents } from './walk-sidecars'
import { walkedHash } from './walked-hash'

/**
 * One scan of a library: walk, compare, add new books, find moved ones, hide missing ones, and read every file that
 * needs it. It can be resumed at any point: finished work is recognised.
 */
export async function runScan(deps: ScanDeps, context: TaskContext, payload: ScanPayload): Promise<ScanRun> {
  const { reader, write } = deps.connection
  const row = await findLibrary(reader, SYSTEM_VIEWER, payload.libraryId)
  const begunAt = deps.now()
  const scan = await write(async tx => {
    await context.checkpoint(tx)
    const started = await startScan(tx, row.pk, payload, deps.now())
    await publishScan(tx, started.pk)
    return started
  })
  const run = createScanRun({
    deps,
    context,
    scan,
    library: scannedLibrary(deps, row, begunAt),
    mode: payload.mode,
    signal: context.signal,
    report: createReport(({ message }) => context.note('warn', message), createDetails(scan.details)),
    series: await knownSeries(reader, row.pk),
  })
  await nameChangedEditions(run)
  const asked = payload.places
  const places = asked.length > 0 ? await inStep('scan.list', () => listPlaces(run, asked)) : null
  const unseen = places ? null : await inStep('scan.list', () => listFiles(run, row, payload.confirmed))
  run.memory.partEnded()
  const read = { ...(places && { places }), ...(unseen && { unseen }) }
  const renumbered = await inStep('scan.analyze', () => analyze(run, read))
  await inStep('scan.reconcile', async () => {
    await renumberAll(run, renumbered)
    await reconcile(run, row, payload, places === null)
  })
  run.memory.partEnded()
  return run
}

async function reconcile(run: ScanRun, row: LibraryRow, payload: ScanPayload, isWhole: boolean): Promise<void> {
  await saveSidecarStamps(run)
  await reuniteHidden(run)
  await settleMerged(run)
  if (isWhole) await takeOtherFiles(run)
  await nameChangedEditions(run)
  await keepSeriesCovers(run)
  run.report.filesProcessed = run.report.filesTotal
  await finishLibrary(run, isWhole)
  await applyChangedRules(run, row)
  await lookAgainSoon(run, payload)
  await run.statistics.finish()
}

/** Also those that an interrupted scan or deletion has left, and all books that an older version of Octavo has added. */
async function nameChangedEditions({ deps, library, write }: ScanRun): Promise<void> {
  const naming = { ...deps, reader: deps.connection.reader }
  await findOldEditions(naming, write, library.pk)
  await nameEditions(naming, write, library.pk)
}

/** Files being written are checked again, with growing delays. */
async function lookAgainSoon(run: ScanRun, { libraryId, round }: ScanPayload): Promise<void> {
  if (run.growing.size === 0) return
  const places = [...run.growing.values()]
  const wait = Math.min(LIMITS.scan.settleMs * 2 ** round, LIMITS.scan.lookAgainMs)
  const { now } = run.deps
  const request = { libraryId, places: placesOfBoth(places, places), unasked: true, round: round + 1 }
  await run.write(tx => queueScanRequest(tx, run.library.pk, ScanPayload.parse(request), now() + wait))
}

/**
 * Synchronises some places with the disk. A part cannot decide whether a book is gone: it may be elsewhere in the
 * library. If one is missing, or anything is unreadable, nothing has been changed and the result is null: the whole
 * library must be scanned.
 */
async function listPlaces(run: ScanRun, asked: readonly ScanPlace[]): Promise<readonly ListedPlace[] | null> {
  const places = await withChangedImageFolders(run, await listablePlaces(run.library, asked))
  const known = await knownBooksIn(run.deps.connection.reader, places)
  const lister = createLister(run)
  const inodesStable = await stableInodes(run)
  const elsewhere = createElsewhere(run)
  const more = { inodesStable, sizesElsewhere: elsewhere.sizes }
  const { diff, walks, growing } = await inStep('scan.walk', () => compareWithDisk(run, known, more, lister, places))
  const lost = await lostElsewhere(run, known, diff)
  const unseen = diff.unseen().filter(book => !isGrowing(growing, book))
  const here = new Set(known)
  const isUnreadable = [...walks.values()].some(({ unknown }) => unknown.size > 0)
  const found =
    lost && (await inStep('scan.identify', () => identifyAll(run, diff, [...unseen, ...lost], inodesStable)))
  if (isUnreadable || !found || found.missing.some(book => !book.deleted && here.has(book))) {
    run.report.filesTotal = 0
    run.growing.clear()
    await run.saveWidened([...asked])
    return null
  }
  const { identities, taken } = await identifyElsewhere(found, elsewhere)
  await saveWhatIsThere(run, diff, identities, lister)
  await takeOver(run, taken)
  await run.saveDetails()
  return places
}

/** Saved at the end, so that an interrupted scan reads books with changed sidecar files again. */
async function saveSidecarStamps(run: ScanRun): Promise<void> {
  const read = [...run.changedSidecarsOf].map(([pk, { text }]) => ({ pk, sidecars: text }))
  for (const part of chunksOf(read, LIMITS.scan.batch)) await run.write(tx => bookStore.setSidecarStamps(tx, part))
}

/** Books named by old rules are renamed if the rules changed during the scan. */
async function applyChangedRules(run: ScanRun, before: LibraryRow): Promise<void> {
  const after = await findLibrary(run.deps.connection.reader, SYSTEM_VIEWER, before.id)
  if (JSON.stringify(choiceOfRow(after)) !== JSON.stringify(choiceOfRow(before))) {
    await run.write(tx => enqueueNaming(tx, before.id))
  }
}

/**
 * Synchronises everything with the disk; returns what could not be read. Its memory is released before files are read.
 */
async function listFiles(run: ScanRun, row: LibraryRow, confirmed: ScanPayload['confirmed']): Promise<Unseen> {
  const { folders, formerFolders } = run.library
  const allFolders = [...folders, ...formerFolders].map(({ pk }) => pk)
  const known = await knownBooks(run.deps.connection.reader, allFolders)
  const lister = createLister(run)
  const inodesStable = await stableInodes(run)
  const elsewhere = createElsewhere(run)
  const more = { inodesStable, sizesElsewhere: elsewhere.sizes }
  const { diff, walks, growing } = await inStep('scan.walk', () => compareWithDisk(run, known, more, lister))
  const isUnread = ({ folderPk, path }: KnownBook) => isUnknown(walks.get(folderPk)?.unknown ?? NOTHING.unknown, path)
  const [unread = [], unseen = []] = [true, false].map(wanted =>
    diff.unseen().filter(book => !isGrowing(growing, book) && isUnread(book) === wanted),
  )
  const found = await inStep('scan.identify', () => identifyAll(run, diff, unseen, inodesStable))
  const { identities, taken } = await identifyElsewhere(found, elsewhere)
  await saveWhatIsThere(run, diff, identities, lister)
  await takeOver(run, taken)
  const gone = await hideWhatIsProven(run, identities)
  // The next steps may open files, which is slow.
  if (gone.length > 0) await run.saveDetails()
  const stillGone = await withoutMoved(run, gone)
  const missing = new Set(stillGone)
  const moved = new Set(gone.filter(book => !missing.has(book)))
  const looked = folders.map(folder => {
    const isHere = (book: KnownBook) => book.folderPk === folder.pk
    const { unknown, files } = walks.get(folder.pk) ?? NOTHING
    const live = known.filter(book => isHere(book) && !book.deleted && !moved.has(book)).length
    return { folder, known: live, files, gone: stillGone.filter(isHere), unseen: unread.filter(isHere), unknown }
  })
  const judgement = await judgePresence(run, row, confirmed, looked)
  await hideGone(run, judgement.gone)
  await run.saveDetails()
  const unknown = folders.flatMap(({ pk }) =>
    [...(walks.get(pk) ?? NOTHING).unknown.keys()].map(path => ({ folderPk: pk, path })),
  )
  return { folders: judgement.away, places: unknown.filter(({ path }) => path !== '') }
}

const NOTHING: FolderWalk = { unknown: new Map(), files: 0 }

/** See `inodesStableIn`, for each folder of the library. */
async function stableInodes({ library, deps }: ScanRun): Promise<InodesStable> {
  const inFolder = new Map<number, (path: string) => boolean>()
  for (const { pk, path } of [...library.folders, ...library.formerFolders]) {
    inFolder.set(pk, inodesStableIn(path, await mountsAround(path, deps.mountTable)))
  }
  return (folderPk, path) => inFolder.get(folderPk)?.(path) ?? true
}

/**
 * Missing books that are elsewhere: tagged or repacked under another name, for which new files must be read first, or
 * in another library. Found books need no proof of absence.
 */
async function withoutMoved(run: ScanRun, gone: readonly KnownBook[]): Promise<readonly KnownBook[]> {
  if (gone.length === 0) return gone
  const elsewhere = await reuniteElsewhere(run, gone)
  const rest = gone.filter(book => !elsewhere.has(book.pk))
  if (rest.length === 0 || run.report.changes.booksCreated === 0) return rest
  await renumberAll(run, await analyze(run, {}, 'unread'))
  const here = await reuniteHidden(run, rest)
  return rest.filter(book => !here.has(book.pk))
}

function scannedLibrary({ pool }: ScanDeps, row: LibraryRow, begunAt: number): ScannedLibrary {
  const allowed = row.allowed_formats === null ? null : (JSON.parse(row.allowed_formats) as BookFormat[])
  return {
    pk: row.pk,
    id: row.id,
    name: row.name,
    folders: row.folders.map(folderOf),
    formerFolders: row.formerFolders.map(folderOf),
    formats: new Set(allowed && allowed.length > 0 ? allowed : BOOK_FORMATS),
    exclusions: createExclusions(row.excluded_patterns),
    imageFolders: takesImageFolders(row.scanning_config),
    namer: libraryNamer(pool, row),
    scannedAt: row.last_scanned_at,
    begunAt,
    seenAt: new Map([...row.folders, ...row.formerFolders].map(({ pk, seen_at }) => [pk, seen_at ?? 0])),
  }
}

function folderOf({ pk, path }: Folder): Folder {
  return { pk, path }
}

async function identifyAll(
  run: ScanRun,
  diff: Diff,
  unseen: readonly KnownBook[],
  inodesStable: InodesStable,
): Promise<Identities> {
  const { deps } = run
  return identify({
    newFiles: diff.suspects,
    changed: diff.changed,
    unseen,
    inodesStable,
    hashesOf: async books => {
      const byPk = new Map(books.map(book => [book.pk, book]))
      const hashes = await contentHashes(deps.connection.reader, [...byPk.keys()])
      return new Map([...hashes].flatMap(([pk, hash]) => (byPk.has(pk) ? [[byPk.get(pk) as KnownBook, hash]] : [])))
    },
    hashOfFile: file => walkedHash(run, file),
  })
}

/** Everything that needs no proof of absence: moved, returned, touched, changed and new books. */
async function saveWhatIsThere(run: ScanRun, diff: Diff, identities: Identities, lister: Lister): Promise<void> {
  await applyMoves(run, diff, identities)
  const others = [...diff.withChangedSidecars, ...identities.moved]
  const firsts = firstOfParents(
    others.map(([, file]) => file),
    file => `${file.folder.pk}/${dirname(file.path)}`,
  )
  for (const [book, file] of others) {
    const changed = changedSidecars(book.sidecars, file.sidecars, file.sidecars?.isFirst ?? firsts.has(file))
    if (changed === null) continue
    run.changedSidecarsOf.set(book.pk, changed)
    if (changed.isRead && !identities.moved.has(book) && !identities.changed.has(book))
      run.report.details.add('changed', book.path, run.shownFolder(book.folderPk))
  }
  const back = [...diff.unchanged, ...identities.touched.keys(), ...identities.changed.keys()]
  await showReturned(
    run,
    back.filter(book => book.deleted && !book.isMerged),
  )
  for (const part of chunksOf([...identities.touched, ...diff.renumbered], LIMITS.scan.batch)) {
    const stamps = part.map(([{ pk }, { stamp }]) => ({ pk, stamp }))
    await run.write(tx => bookStore.setStamps(tx, stamps))
  }
  for (const part of chunksOf([...identities.changed.keys()], LIMITS.scan.batch)) {
    await run.write(async tx => {
      const pks = part.map(book => book.pk)
      await bookStore.markChanged(tx, pks)
      await bookStore.publishBookEvents(tx, pks, 'book_updated', ['analyzed'])
    })
    for (const { path, folderPk } of part) run.report.details.add('changed', path, run.shownFolder(folderPk))
  }
  for (const files of Map.groupBy(identities.added, parentOf).values()) {
    await lister.add(files)
  }
  await renumberAll(run, await lister.finish())
}

/** Hides books that are certainly gone, and returns the other live books without a file. */
async function hideWhatIsProven(run: ScanRun, { missing, displaced }: Identities): Promise<KnownBook[]> {
  const live = missing.filter(book => !book.deleted)
  const proven = new Set([...displaced, ...live.filter(book => isOutside(run.library, book))])
  await hideGone(
    run,
    live.filter(book => proven.has(book)),
  )
  return live.filter(book => !proven.has(book))
}

/** Its folder was removed, or the library's rules exclude the book. */
function isOutside(library: ScannedLibrary, { folderPk, path }: KnownBook): boolean {
  if (library.formerFolders.some(({ pk }) => pk === folderPk)) return true
  // A book without a book extension is a folder of images.
  const format = formatOfName(path.slice(path.lastIndexOf('/') + 1)) ?? (library.imageFolders ? 'cbz' : null)
  return format === null || !library.formats.has(format) || isLeftOut(library.exclusions, path)
}
