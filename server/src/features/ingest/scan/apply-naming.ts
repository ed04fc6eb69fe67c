import { z } from 'zod'
import type { Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import type { TaskContext, TaskHandler } from '../../../platform/queue.types'
import { nextTurn } from '../../../platform/task-work'
import { bookStore } from '../../catalogue/books'
import { findLibrary, libraryStore } from '../../catalogue/libraries'
import { libraryNamer } from '../../catalogue/naming'
import { renumberSeries } from '../../catalogue/numbering'
import { insertSeries, moveSeries, refreshSeries } from '../../catalogue/series'
import { recountSeriesForAll } from '../../reading/progress'
import { booksToName, seriesToName } from './naming-state.queries'
import { planNaming, type SeriesPlan } from './plan-naming.rules'
import type { ScanDeps } from './scan.types'
import { chunksOf } from './scan-run'

export const NAMING_TASK = 'apply_naming'
const PRIORITY = 620
const Payload = z.object({ libraryId: z.string() })
const NO_BOOKS = { books: 0, volumes: 0, maxVolume: null, maxChapter: null }

/** Queues renaming the books of a library by its current rules. */
export async function enqueueNaming(tx: Tx, libraryId: string, requestedByPk?: number): Promise<void> {
  await enqueue(tx, {
    type: NAMING_TASK,
    payload: { libraryId },
    priority: PRIORITY,
    ...(requestedByPk !== undefined && { requestedByPk }),
  })
}

/** Renames books and series. Rows stay, with their ids, progress, locks and lists. Safe to run again at any point. */
export function namingHandler(deps: Pick<ScanDeps, 'connection' | 'pool' | 'now'>): TaskHandler {
  return {
    async run(context) {
      const { reader } = deps.connection
      const { libraryId } = Payload.parse(context.task.payload)
      const library = await findLibrary(reader, SYSTEM_VIEWER, libraryId)
      const namer = libraryNamer(deps.pool, library)
      const series = await seriesToName(reader, library.pk)
      const plan = await planNaming(await booksToName(reader, library), series, namer)
      const work = namingWork(deps, context, plan)
      const keys = await work.write(tx => placeSeries(tx, library.pk, plan, series, deps.now()))
      await nameBooks(work, plan, keys, deps.now)
      const touched = new Set([...keys, ...series.map(({ pk }) => pk)])
      for (const part of chunksOf([...touched], 50)) {
        await work.write(async tx => {
          for (const pk of part) {
            await renumberSeries(tx, pk, namer)
            await refreshSeries(tx, [pk], deps.now())
            await recountSeriesForAll(tx, pk)
          }
        })
      }
      await work.write(tx => libraryStore.refreshLibraryCounts(tx, library.pk))
      return { books: work.done(), series: plan.length }
    },
  }
}

interface NamingWork {
  write<T>(act: (tx: Tx) => Promise<T>): Promise<T>
  named(books: number): void
  done(): number
}

function namingWork(
  { connection }: Pick<ScanDeps, 'connection'>,
  context: TaskContext,
  plan: readonly SeriesPlan[],
): NamingWork {
  const total = plan.reduce((sum, { books }) => sum + books.length, 0)
  let current = 0
  return {
    async write(act) {
      const result = await connection.write(async tx => {
        await context.checkpoint(tx, { current, total })
        return act(tx)
      })
      await nextTurn()
      return result
    },
    named(books) {
      current += books
      context.processed({ items: books })
    },
    done: () => current,
  }
}

/** Sets places and titles of series, creates new ones, and returns the key of each plan. */
async function placeSeries(
  tx: Tx,
  libraryPk: number,
  plan: readonly SeriesPlan[],
  series: readonly { readonly pk: number; readonly path: string; readonly title: string }[],
  now: number,
): Promise<number[]> {
  const before = new Map(series.map(one => [one.pk, one]))
  const wanted = new Map(plan.map(({ place, pk }) => [place.path, pk]))
  // Paths may form a cycle, and a row without books may occupy one: those are freed first.
  for (const { pk, path, title } of series) {
    const isWantedByOther = wanted.has(path) && wanted.get(path) !== pk
    if (isWantedByOther) await moveSeries(tx, pk, `//${pk}`, title, now)
  }
  const keys: number[] = []
  for (const { place, pk } of plan) {
    const known = pk === null ? undefined : before.get(pk)
    if (pk === null) keys.push((await insertSeries(tx, { libraryPk, ...place }, NO_BOOKS, now)).pk)
    else {
      if (known?.path !== place.path || known.title !== place.title) {
        await moveSeries(tx, pk, place.path, place.title, now)
      }
      keys.push(pk)
    }
  }
  return keys
}

async function nameBooks(
  work: NamingWork,
  plan: readonly SeriesPlan[],
  keys: readonly number[],
  now: () => number,
): Promise<void> {
  const named = plan.flatMap(({ books }, index) =>
    books.map(({ book, names }) => ({ pk: book.pk, seriesPk: keys[index] as number, names })),
  )
  for (const part of chunksOf(named, LIMITS.scan.batch)) {
    await work.write(tx => bookStore.renameBooks(tx, part, now()))
    work.named(part.length)
  }
}
