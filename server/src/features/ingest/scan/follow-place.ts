import { dirname } from 'node:path'
import type { SeriesPlace } from '../../catalogue/naming'
import { moveSeries } from '../../catalogue/series'
import type { Diff } from './2-diff'
import type { Move } from './move.types'
import type { KnownSeries } from './scan.queries'
import type { ScanRun } from './scan-run'

/**
 * When a folder is renamed whose books were merged into another series, split or moved by people, the redirection of
 * the folder to that series follows. Nothing may be left in it. False if no such book is among the moved ones.
 */
export async function followPlace(
  run: ScanRun,
  diff: Diff,
  place: SeriesPlace,
  moves: readonly Move[],
  chosen: ReadonlyMap<number, KnownSeries>,
): Promise<boolean> {
  const heirs = new Set([...run.series.values()].flatMap(({ pk, mergedPk }) => (mergedPk === undefined ? [] : [pk])))
  if (!moves.some(({ book }) => chosen.has(book.pk) || heirs.has(book.seriesPk))) return false
  if (run.series.has(place.path)) return true
  const before = await placesOf(
    run,
    moves.map(({ book, inside }) => ({ path: book.path, inside })),
  )
  const folders = new Set(moves.map(({ book }) => dirname(book.path)))
  const byCount = [...Map.groupBy(before, path => path)].toSorted(([, a], [, b]) => b.length - a.length)
  for (const [path] of byCount) {
    const known = run.series.get(path)
    if (!known || diff.newPlaces.has(path)) continue
    const seen = [...diff.unchanged, ...diff.changed.keys()].filter(
      book => book.seriesPk === known.pk || folders.has(dirname(book.path)),
    )
    const left = await placesOf(
      run,
      seen.map(book => ({ path: book.path, inside: null })),
    )
    if (left.includes(path)) continue
    await run.write(tx => moveSeries(tx, known.mergedPk ?? known.pk, place.path, place.title, run.deps.now()))
    run.series.delete(path)
    run.series.set(place.path, known.mergedPk === undefined ? { ...known, title: place.title } : known)
    return true
  }
  return true
}

async function placesOf(run: ScanRun, files: Parameters<ScanRun['library']['namer']['place']>[0]): Promise<string[]> {
  return (await run.library.namer.place(files)).map(({ path }) => path)
}
