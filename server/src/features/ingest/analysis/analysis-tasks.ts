import { z } from 'zod'
import { notFound } from '../../../kernel/app-error'
import { enqueue } from '../../../platform/queue'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { type TaskWork, taskWork } from '../../../platform/task-work'
import { nameEditions } from '../../catalogue/editing'
import { renumberAll } from '../../catalogue/numbering'
import type { AnalysisDeps, ReadBook } from './analysis.types'
import { analyzeBooks } from './analyze-books'
import { type SeriesScope, seriesToNumber } from './series.queries'
import { type BookScope, countWaitingBooks, waitingBooks } from './waiting-books.queries'

const Id = z.string().toLowerCase()
const OfBook = z.object({ bookId: Id, force: z.boolean().default(false) })
const OfSeries = z.object({ seriesId: Id, force: z.boolean().default(true) })
const OfLibrary = z.object({ libraryId: Id, force: z.boolean().default(true) })
const OneSeries = z.object({ seriesId: Id })
const SomeSeries = z.object({ seriesIds: z.array(Id).nullish(), libraryIds: z.array(Id).nullish() })

/** Reads the file of one book; without force only if it is unread. */
export function bookAnalysis(bookId: string, force: boolean): TaskDraft {
  return { type: 'analyze_book', payload: { bookId: bookId.toLowerCase(), force }, priority: 500 }
}

export function seriesAnalysis(seriesId: string, force: boolean): TaskDraft {
  return { type: 'analyze_series', payload: { seriesId: seriesId.toLowerCase(), force }, priority: 490 }
}

export function libraryAnalysis(libraryId: string, force: boolean): TaskDraft {
  return { type: 'analyze_library', payload: { libraryId: libraryId.toLowerCase(), force }, priority: 485 }
}

export function seriesNumbering(seriesId: string): TaskDraft {
  return { type: 'renumber_series', payload: { seriesId: seriesId.toLowerCase() }, priority: 460 }
}

/** One task for any number of series. */
export function numberingOfSeries(seriesIds: readonly string[]): TaskDraft {
  return { type: 'renumber_series_batch', payload: { seriesIds }, priority: 455 }
}

/** The tasks that read and number books. */
export function analysisHandlers(deps: AnalysisDeps): TaskHandlers {
  const which = (force: boolean) => (force ? 'all' : 'unanalyzed')
  return {
    analyze_book: {
      async run(context) {
        const { bookId, force } = OfBook.parse(context.task.payload)
        const exists = await countWaitingBooks(deps.connection.reader, { bookIds: [bookId], which: 'all' })
        if (exists === 0) throw notFound('Book')
        return readScope(deps, context, { bookIds: [bookId], which: which(force) })
      },
    },
    analyze_series: {
      weight: 'heavy',
      // A request for the book names only its series: it equals a request for the series.
      enqueue: (tx, task) => enqueue(tx, { ...task, payload: { ...task.payload, force: true } }),
      run(context) {
        const { seriesId, force } = OfSeries.parse(context.task.payload)
        return readScope(deps, context, { seriesIds: [seriesId], which: which(force) })
      },
    },
    analyze_library: {
      weight: 'heavy',
      run(context) {
        const { libraryId, force } = OfLibrary.parse(context.task.payload)
        return readScope(deps, context, { libraryIds: [libraryId], which: which(force) })
      },
    },
    renumber_series: {
      async run(context) {
        const { seriesId } = OneSeries.parse(context.task.payload)
        const { updated } = await renumber(deps, context, { seriesIds: [seriesId] })
        return { series_id: seriesId, updated_count: updated }
      },
    },
    renumber_series_batch: {
      narrowsToLibraries: true,
      async run(context) {
        const { seriesIds, libraryIds } = SomeSeries.parse(context.task.payload)
        const { total, updated } = await renumber(deps, context, { seriesIds, libraryIds })
        return { total, updated_count: updated }
      },
    },
  }
}

async function readScope(deps: AnalysisDeps, context: TaskContext, scope: BookScope) {
  return readAgain(deps, taskWork(deps.connection, context), scope)
}

/** Reads the books of a scope as part of a task, and updates everything derived from them. */
export async function readAgain(deps: AnalysisDeps, work: TaskWork, scope: BookScope) {
  const { reader } = deps.connection
  const { progress } = work
  const found = await countWaitingBooks(reader, scope)
  let analyzed = 0
  let failed = 0
  const libraries = new Set<number>()
  progress.total += found
  await work.write(async () => undefined)
  const run = {
    ...work,
    deps,
    onSaved(books: readonly ReadBook[]) {
      progress.current += books.length
      for (const { book, facts, saved } of books) {
        if (saved) analyzed++
        libraries.add(book.library_pk)
        if (facts.errors.length > 0) failed++
        for (const { message } of facts.errors) work.note('warn', `${book.path}: ${message}`)
      }
    },
  }
  const toNumber = await analyzeBooks(run, waitingBooks(reader, scope))
  await renumberAll(work.write, toNumber, deps)
  for (const pk of libraries) await nameEditions({ ...deps, reader }, work.write, pk)
  await work.write(async () => undefined)
  return { total_books: found, books_analyzed: analyzed, books_in_trouble: failed }
}

async function renumber(deps: AnalysisDeps, context: TaskContext, scope: SeriesScope) {
  const work = taskWork(deps.connection, context)
  const pks = await seriesToNumber(deps.connection.reader, scope)
  work.progress.total = pks.length
  const updated = await renumberAll(work.write, pks, {
    now: deps.now,
    onNumbered(series) {
      work.progress.current += series
      work.processed({ items: series })
    },
  })
  await work.write(async () => undefined)
  return { total: pks.length, updated }
}
