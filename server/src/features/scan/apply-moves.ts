import type { Tx } from '../../db'
import { LIMITS } from '../../kernel/limits'
import { bookStore } from '../books'
import { bookNames, type SeriesPlace, seriesOfFile } from '../naming'
import { moveSeries } from '../series'
import type { WalkedFile } from './1-walk'
import type { Diff } from './2-diff'
import type { Identities } from './3-identify'
import { settleSeries } from './5-reconcile'
import { insideNames } from './scan.queries'
import type { KnownBook } from './scan.types'
import { chunksOf, ensureSeries, type ScanRun } from './scan-run'

/** Gives moved books the paths of their files: with the row goes everything that readers kept. */
export async function applyMoves(run: ScanRun, diff: Diff, { moved, displaced }: Identities): Promise<void> {
  const targets = new Set([...moved.values()].map(file => file.path))
  const inTheWay = [...moved.keys()].filter(book => targets.has(book.path)).concat(displaced)
  for (const part of chunksOf(inTheWay, LIMITS.scan.batch)) {
    await run.write(tx =>
      bookStore.freePaths(
        tx,
        part.map(book => book.pk),
      ),
    )
  }
  const groups = Map.groupBy(moved, ([, file]) => seriesOfFile(file.path).path)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const place = seriesOfFile(first[1].path)
    await run.write(tx => followFolder(tx, run, diff, place, group))
    for (const part of chunksOf(group, LIMITS.scan.batch)) await run.write(tx => moveSome(tx, run, place, part))
  }
}

type Move = readonly [KnownBook, WalkedFile]

/** When a folder was renamed, its series goes along: most books came from it, and nothing is left there. */
async function followFolder(tx: Tx, run: ScanRun, diff: Diff, place: SeriesPlace, moves: Move[]): Promise<void> {
  if (run.series.has(place.path)) return
  const origins = [...Map.groupBy(moves, ([book]) => book.seriesPk)].toSorted(([, a], [, b]) => b.length - a.length)
  const pathOf = new Map([...run.series].map(([path, series]) => [series.pk, path]))
  for (const [pk] of origins) {
    const oldPath = pathOf.get(pk)
    const id = oldPath === undefined ? undefined : run.series.get(oldPath)?.id
    if (oldPath === undefined || id === undefined || diff.knownSeries.has(pk)) continue
    await moveSeries(tx, pk, place.path, place.title, run.deps.now())
    run.series.delete(oldPath)
    run.series.set(place.path, { pk, id, title: place.title })
    return
  }
}

/** One that was hidden is there again; any other has another path, and perhaps another name and series. */
async function tellMoved(tx: Tx, moves: readonly Move[]): Promise<void> {
  const [back, moved] = [true, false].map(deleted =>
    moves.flatMap(([book]) => (book.deleted === deleted ? [book.pk] : [])),
  )
  if (back?.length) await bookStore.tellBooks(tx, back, 'book_created')
  if (moved?.length) await bookStore.tellBooks(tx, moved, 'book_updated')
}

async function moveSome(tx: Tx, run: ScanRun, place: SeriesPlace, moves: readonly Move[]): Promise<void> {
  const { pk: seriesPk } = await ensureSeries(tx, run, place, [])
  const inside = await insideNames(
    tx,
    moves.map(([book]) => book.pk),
  )
  const moved = moves.map(([{ pk }, { path, name, stamp }]) => {
    return { pk, path, fileName: name, seriesPk, stamp, names: bookNames(name, place.title, inside.get(pk) ?? null) }
  })
  await bookStore.moveBooks(tx, moved, run.deps.now())
  await tellMoved(tx, moves)
  run.report.booksFound += moved.length
  run.report.changes.booksMoved += moved.length
  await settleSeries(tx, run, [seriesPk, ...moves.map(([book]) => book.seriesPk)])
}
