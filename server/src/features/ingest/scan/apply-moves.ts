import type { Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { editionsAmong } from '../../../naming/editions.rules'
import { bookStore } from '../../catalogue/books'
import type { BookNames, SeriesPlace } from '../../catalogue/naming'
import { moveSeries, seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import type { Diff } from './2-diff'
import { type Identities, placeKey } from './3-identify'
import { updateSeries } from './5-reconcile'
import { followPlace } from './follow-place'
import type { Move } from './move.types'
import { chosenSeries, insideNames } from './scan.queries'
import type { KnownBook } from './scan.types'
import { chunksOf, ensureSeries, type ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'

/** Sets the new paths of moved books: progress and edits stay with the row. */
export async function applyMoves(run: ScanRun, diff: Diff, { moved, displaced }: Identities): Promise<void> {
  const targets = new Set([...moved.values()].map(file => placeKey(file.folder.pk, file.path)))
  const inTheWay = [...moved.keys()].filter(book => targets.has(placeKey(book.folderPk, book.path))).concat(displaced)
  for (const part of chunksOf(inTheWay, LIMITS.scan.batch)) {
    await run.write(tx =>
      bookStore.freePaths(
        tx,
        run.library.pk,
        part.map(book => book.pk),
      ),
    )
  }
  const inside = await insideNames(
    run.deps.connection.reader,
    [...moved.keys()].map(book => book.pk),
  )
  const moves = [...moved].map(([book, file]) => ({ book, file, inside: inside.get(book.pk) ?? null }))
  const places = await run.library.namer.place(moves.map(({ file, inside }) => ({ path: file.path, inside })))
  const placed = moves.map((move, at) => ({ ...move, place: places[at] as SeriesPlace }))
  const chosen = await chosenSeries(
    run.deps.connection.reader,
    [...moved.keys()].map(book => book.pk),
  )
  for (const group of Map.groupBy(placed, ({ place }) => place.path).values()) {
    const [first] = group
    if (!first) continue
    if (!(await followPlace(run, diff, first.place, group, chosen)))
      await run.write(tx => followFolder(tx, run, diff, first.place, group))
    for (const [own, moves] of Map.groupBy(group, ({ book }) => chosen.get(book.pk)?.pk ?? null)) {
      const series = moves.flatMap(({ book }) => chosen.get(book.pk) ?? [])[0]
      const place = own === null || !series ? first.place : { ...first.place, title: series.title }
      for (const part of chunksOf(moves, LIMITS.scan.batch)) {
        const there = run.series.get(place.path)
        const seriesBooks = part.length + (series?.books ?? there?.books ?? 0)
        const editions = await editionsOf(run, own ?? there?.pk ?? null, part)
        const names = await run.library.namer.book(
          part.map(({ book, file, inside }) => {
            const { path, name: fileName } = file
            return { file: { path, fileName, inside, seriesBooks, hasOtherEdition: editions.has(book.pk) }, place }
          }),
        )
        await run.write(tx => moveSome(tx, run, { place, chosenPk: own }, part, names))
      }
    }
  }
}

/** A renamed folder keeps its series if most books came from it and nothing is left there. */
async function followFolder(
  tx: Tx,
  run: ScanRun,
  diff: Diff,
  place: SeriesPlace,
  moves: readonly Move[],
): Promise<void> {
  if (run.series.has(place.path)) return
  const origins = [...Map.groupBy(moves, ({ book }) => book.seriesPk)].toSorted(([, a], [, b]) => b.length - a.length)
  const pathOf = new Map([...run.series].map(([path, series]) => [series.pk, path]))
  for (const [pk] of origins) {
    const oldPath = pathOf.get(pk)
    const id = oldPath === undefined ? undefined : run.series.get(oldPath)?.id
    if (oldPath === undefined || id === undefined || diff.knownSeries.has(pk)) continue
    await moveSeries(tx, pk, place.path, place.title, run.deps.now())
    run.afterCommit(() => {
      run.series.delete(oldPath)
      run.series.set(place.path, { pk, id, title: place.title, books: 0 })
    })
    return
  }
}

/** A hidden one is shown again; any other has a new path, and perhaps a new name and series. */
async function publishMoves(tx: Tx, moves: readonly Move[]): Promise<void> {
  const [back, moved] = [true, false].map(deleted =>
    moves.flatMap(({ book }) => (book.deleted === deleted && !book.isMerged ? [book.pk] : [])),
  )
  if (back?.length) await bookStore.publishBookEvents(tx, back, 'book_created')
  if (moved?.length) await bookStore.publishBookEvents(tx, moved, 'book_updated')
}

/** Books with another edition at their new places in a series, which has moved too or was there before. */
async function editionsOf(
  run: ScanRun,
  series_pk: number | null,
  moves: readonly Move[],
): Promise<ReadonlySet<number>> {
  const files = moves.map(({ book: { pk }, file: { folder, path } }) => ({ pk, folder_pk: folder.pk, series_pk, path }))
  const others = await bookStore.withOtherEditions(run.deps.connection.reader, files)
  const among = editionsAmong(files, ({ folder_pk: folder, path }) => ({ folder, path }))
  return new Set(files.filter(file => others.has(file.pk) || among.has(file)).map(({ pk }) => pk))
}

async function moveSome(
  tx: Tx,
  run: ScanRun,
  { place, chosenPk }: { readonly place: SeriesPlace; readonly chosenPk: number | null },
  moves: readonly Move[],
  names: readonly BookNames[],
): Promise<void> {
  const seriesPk = chosenPk ?? (await ensureSeries(tx, run, place, [])).pk
  const series = [seriesPk, ...moves.map(({ book }) => book.seriesPk)]
  await lockSeriesProgress(tx, series)
  await seriesFields.lockSeries(tx, series)
  const moved = moves.map(({ book: { pk }, file: { folder, path, name, stamp } }, at) => {
    return { pk, folderPk: folder.pk, path, fileName: name, seriesPk, stamp, names: names[at] as BookNames }
  })
  const own = await bookStore.moveBooks(tx, run.library.pk, moved, run.deps.now())
  const done = moves.filter(({ book }) => own.has(book.pk))
  await publishMoves(tx, done)
  run.afterCommit(() => {
    run.report.booksFound += done.length
    run.report.changes.booksMoved += done.length
    for (const { book, file } of done) addMoved(run, book, file)
  })
  await updateSeries(tx, run, [seriesPk, ...moves.map(({ book }) => book.seriesPk)])
}

function addMoved(run: ScanRun, { folderPk, path }: KnownBook, file: WalkedFile): void {
  const { folder: fromFolder } = run.shownFolder(folderPk)
  const before = fromFolder === undefined || folderPk === file.folder.pk ? {} : { fromFolder }
  run.report.details.add('moved', file.path, { ...run.shownFolder(file.folder.pk), from: path, ...before })
}
