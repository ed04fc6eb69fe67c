import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import { LIMITS } from '../../kernel/limits'
import { SYSTEM_VIEWER } from '../../kernel/viewer'
import type { TaskContext } from '../../platform/queue.types'
import { bookStore } from '../books'
import { findLibrary, type LibraryRow } from '../libraries'
import { choiceOfRow, namingOfRow } from '../naming'
import { isUnknown, walk } from './1-walk'
import { createDiff, type Diff } from './2-diff'
import { type Identities, identify } from './3-identify'
import { analyze } from './4-analyze'
import { finishLibrary, hideGone, renumberAll, showReturned } from './5-reconcile'
import { applyMoves } from './apply-moves'
import { enqueueNaming } from './apply-naming'
import { contentHash } from './content-hash'
import { createExclusions, isLeftOut } from './exclusions'
import { createLister, type Lister } from './list-books'
import { inodesStableIn, mountsAround } from './mounts'
import { createPresence, type Presence } from './presence'
import { contentHashes, knownBooks, knownSeries } from './scan.queries'
import { startScan } from './scan.store'
import type { KnownBook, ScanDeps, ScannedLibrary, ScanPayload } from './scan.types'
import { createDetails } from './scan-details'
import { createReport } from './scan-report'
import { chunksOf, createScanRun, type ScanRun } from './scan-run'
import { tellScan } from './tell-scan'

/**
 * One scan of a library: walk, compare, list what is new, find again what was moved, hide what is gone, and read
 * every file that needs it. It may be run again at any point: what is done already is found done.
 */
export async function runScan(deps: ScanDeps, context: TaskContext, payload: ScanPayload): Promise<ScanRun> {
  const { reader, write } = deps.connection
  const row = await findLibrary(reader, SYSTEM_VIEWER, payload.libraryId)
  const scan = await write(async tx => {
    await context.checkpoint(tx)
    const started = await startScan(tx, row.pk, payload.mode, deps.now())
    await tellScan(tx, started.pk)
    return started
  })
  const run = createScanRun({
    deps,
    context,
    scan,
    library: scannedLibrary(row),
    mode: payload.mode,
    signal: context.signal,
    report: createReport(sentence => context.note('warn', sentence), createDetails(scan.details)),
    series: await knownSeries(reader, row.pk),
  })
  await listFiles(run, createPresence(run, row, payload.confirmed))
  await renumberAll(run, await analyze(run))
  run.report.filesProcessed = run.report.filesTotal
  await finishLibrary(run)
  await nameAnewIfRulesChanged(run, row)
  return run
}

/** Rules that changed in mid-scan hold for the books that it listed by the old ones, too. */
async function nameAnewIfRulesChanged(run: ScanRun, before: LibraryRow): Promise<void> {
  const now = await findLibrary(run.deps.connection.reader, SYSTEM_VIEWER, before.id)
  if (JSON.stringify(choiceOfRow(now)) !== JSON.stringify(choiceOfRow(before))) {
    await run.write(tx => enqueueNaming(tx, before.id))
  }
}

/** Makes the lists agree with the disk. What it holds in memory is given back before the files are read. */
async function listFiles(run: ScanRun, presence: Presence): Promise<void> {
  const known = await knownBooks(run.deps.connection.reader, run.library.pk)
  const lister = createLister(run)
  const inodesStable = inodesStableIn(run.library.root, await mountsAround(run.library.root, run.deps.mountTable))
  const { diff, unknown } = await compareWithDisk(run, known, inodesStable, lister)
  const live = known.filter(book => !book.deleted).length
  if (unknown.has('')) await presence.refuse(live)
  const [unread = [], unseen = []] = [true, false].map(hidden =>
    diff.unseen().filter(book => isUnknown(unknown, book.path) === hidden),
  )
  const identities = await identifyAll(run, diff, unseen, inodesStable)
  await keepWhatIsThere(run, diff, identities, lister)
  const gone = await hideWhatIsProven(run, identities)
  await run.saveDetails()
  await hideGone(run, await presence.judge({ known: live, gone, unseen: unread, unknown }))
  await run.saveDetails()
}

function scannedLibrary(row: LibraryRow): ScannedLibrary {
  const allowed = row.allowed_formats === null ? null : (JSON.parse(row.allowed_formats) as BookFormat[])
  return {
    pk: row.pk,
    id: row.id,
    name: row.name,
    root: row.path,
    formats: new Set(allowed && allowed.length > 0 ? allowed : BOOK_FORMATS),
    exclusions: createExclusions(row.excluded_patterns),
    naming: namingOfRow(row),
  }
}

async function compareWithDisk(
  run: ScanRun,
  known: readonly KnownBook[],
  inodesStable: (path: string) => boolean,
  lister: Lister,
): Promise<{ diff: Diff; unknown: ReadonlyMap<string, string> }> {
  const { library, report, signal } = run
  const seriesPathOf = (path: string) => library.naming.place(path, null).path
  const diff = createDiff({ known, seriesByPath: new Map(run.series), seriesPathOf, inodesStable })
  const { unknown, notes } = await walk({
    root: library.root,
    formats: library.formats,
    exclusions: library.exclusions,
    signal,
    onSkipped: (path, reason) => report.details.add('skipped', path, { reason }),
    onFolder: async files => {
      const fresh = diff.compare(files)
      report.filesTotal += files.length
      report.filesProcessed = diff.unchanged.length
      report.booksFound = diff.unchanged.length + diff.changed.size + report.changes.booksCreated
      report.seriesFound = diff.knownSeries.size + diff.newSeries.size
      await lister.add(fresh)
    },
  })
  for (const note of notes) report.note(note)
  return { diff, unknown }
}

async function identifyAll(
  run: ScanRun,
  diff: Diff,
  unseen: readonly KnownBook[],
  inodesStable: (path: string) => boolean,
): Promise<Identities> {
  const { deps, library, signal } = run
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
    hashOfFile: file => contentHash(`${library.root}/${file.path}`, signal),
  })
}

/** Everything that needs no proof of absence: moved, returned, touched, changed and new books. */
async function keepWhatIsThere(run: ScanRun, diff: Diff, identities: Identities, lister: Lister): Promise<void> {
  await applyMoves(run, diff, identities)
  const back = [...diff.unchanged, ...identities.touched.keys(), ...identities.changed.keys()]
  await showReturned(
    run,
    back.filter(book => book.deleted),
  )
  for (const part of chunksOf([...identities.touched, ...diff.renumbered], LIMITS.scan.batch)) {
    await run.write(async tx => {
      for (const [book, file] of part) await bookStore.setStamp(tx, book.pk, file.stamp)
    })
  }
  for (const part of chunksOf([...identities.changed.keys()], LIMITS.scan.batch)) {
    await run.write(async tx => {
      const pks = part.map(book => book.pk)
      await bookStore.markChanged(tx, pks)
      for (const { path } of part) run.report.details.add('changed', path)
      await bookStore.tellBooks(tx, pks, 'book_updated', ['analyzed'])
    })
  }
  for (const files of Map.groupBy(identities.added, file => file.path.slice(0, file.path.lastIndexOf('/'))).values()) {
    await lister.add(files)
  }
  await renumberAll(run, await lister.finish())
}

/** Hides what is gone for certain, wherever the file is, and answers the other live books that have no file. */
async function hideWhatIsProven(run: ScanRun, { missing, displaced }: Identities): Promise<KnownBook[]> {
  const live = missing.filter(book => !book.deleted)
  const proven = new Set([...displaced, ...live.filter(book => isOutside(run.library, book))])
  await hideGone(
    run,
    live.filter(book => proven.has(book)),
  )
  return live.filter(book => !proven.has(book))
}

/** The library's own rules leave the book out now, wherever its file is. */
function isOutside(library: ScannedLibrary, { path }: KnownBook): boolean {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase() as BookFormat
  return !library.formats.has(extension) || isLeftOut(library.exclusions, path)
}
