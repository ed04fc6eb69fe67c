import { z } from 'zod'
import { notFound } from '../../../kernel/app-error'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { CoverWork } from './cover-work.types'
import { type CoverScope, countCoverBooks } from './coverless-books.queries'
import { makeCovers } from './make-covers'
import { makeSeriesCovers } from './make-series-covers'

const Id = z.string().toLowerCase()
const force = z.boolean().default(false)
const Ids = z.array(Id).nullish()
const OfBook = z.object({ bookId: Id, force })
const OfSeries = z.object({ seriesId: Id, force })
const Books = z.object({
  bookIds: Ids,
  seriesIds: Ids,
  seriesId: Id.nullish(),
  libraryId: Id.nullish(),
  libraryIds: Ids,
  force,
})
const Series = z.object({ seriesIds: Ids, libraryId: Id.nullish(), libraryIds: Ids, force })

export function bookCoverMaking(bookId: string, force: boolean): TaskDraft {
  return { type: 'generate_thumbnail', payload: { bookId: bookId.toLowerCase(), force }, priority: 400 }
}

export function seriesCoverMaking(seriesId: string, force: boolean): TaskDraft {
  return { type: 'generate_series_thumbnail', payload: { seriesId: seriesId.toLowerCase(), force }, priority: 390 }
}

/** Scope by the first that is given: books, series, one series, one library; `libraryIds` narrows it further. */
export function coverMaking(scope: Omit<z.input<typeof Books>, 'force'>, force: boolean): TaskDraft {
  return { type: 'generate_thumbnails', payload: { ...given(scope), force }, priority: 380 }
}

export function coverMakingOfSeries(scope: Omit<z.input<typeof Series>, 'force'>, force: boolean): TaskDraft {
  return { type: 'generate_series_thumbnails', payload: { ...given(scope), force }, priority: 370 }
}

/** Absent fields are not part of the payload, so that equal requests are one task. */
function given(scope: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== null && value !== undefined))
}

/** Handlers of cover tasks. */
export function coverHandlers(deps: CoverWork): TaskHandlers {
  const { reader } = deps.connection
  const make = (context: TaskContext, scope: CoverScope, force: boolean) =>
    makeCovers(deps, taskWork(deps.connection, context), scope, force)
  const makeOfSeries = async (context: TaskContext, scope: CoverScope, force: boolean) => {
    const work = taskWork(deps.connection, context)
    const own = await makeSeriesCovers(deps, work, scope, force)
    const { total, made, skipped, failed } = await makeCovers(deps, work, { ...scope, ofSeries: true }, force)
    return {
      total: own.total + total,
      made: own.made + made,
      skipped: own.skipped + skipped,
      failed: own.failed + failed,
    }
  }
  return {
    generate_thumbnail: {
      async run(context) {
        const { bookId, force } = OfBook.parse(context.task.payload)
        if ((await countCoverBooks(reader, { bookIds: [bookId] })) === 0) throw notFound('Analyzed book')
        return { book_id: bookId, ...(await make(context, { bookIds: [bookId] }, force)) }
      },
    },
    generate_series_thumbnail: {
      async run(context) {
        const { seriesId, force } = OfSeries.parse(context.task.payload)
        return { series_id: seriesId, ...(await makeOfSeries(context, { seriesIds: [seriesId] }, force)) }
      },
    },
    generate_thumbnails: {
      weight: 'heavy',
      narrowsToLibraries: true,
      run(context) {
        const { force, ...scope } = Books.parse(context.task.payload)
        return make(context, bookScope(scope), force)
      },
    },
    generate_series_thumbnails: {
      weight: 'heavy',
      narrowsToLibraries: true,
      run(context) {
        const { force, ...scope } = Series.parse(context.task.payload)
        return makeOfSeries(context, bookScope(scope), force)
      },
    },
  }
}

function bookScope(scope: Omit<z.infer<typeof Books>, 'force'>): CoverScope {
  const { bookIds, seriesIds, seriesId, libraryId, libraryIds } = scope
  const within = libraryIds ? { libraryIds } : {}
  if (bookIds) return { ...within, bookIds }
  if (seriesIds) return { ...within, seriesIds }
  if (seriesId) return { ...within, seriesIds: [seriesId] }
  return libraryId ? { libraryIds: [libraryId] } : within
}
