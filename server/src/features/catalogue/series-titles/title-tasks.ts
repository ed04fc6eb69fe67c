import { z } from 'zod'
import type { Connection } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { reprocessTitles, type TitleOutcome } from './reprocess-titles'
import type { TitleScope } from './titles.queries'

const Id = z.string().toLowerCase()
const Ids = z.array(Id).nullish()
const OfSeries = z.object({ seriesId: Id })
const OfScope = z.object({ seriesIds: Ids, libraryId: Id.nullish(), libraryIds: Ids })

export function titleOfSeries(seriesId: string): TaskDraft {
  return { type: 'reprocess_series_title', payload: { seriesId: seriesId.toLowerCase() }, priority: 480 }
}

/** One task for any number of series. */
export function titlesOfScope({ seriesIds, libraryId, libraryIds }: TitleScope): TaskDraft {
  const payload = {
    ...(seriesIds && { seriesIds: [...new Set(seriesIds.map(id => id.toLowerCase()))] }),
    ...(libraryId && { libraryId: libraryId.toLowerCase() }),
    ...(libraryIds && { libraryIds }),
  }
  return { type: 'reprocess_series_titles', payload, priority: 470 }
}

/** Handlers of title tasks. */
export function titleHandlers(deps: {
  readonly connection: Connection
  readonly pool: Pick<ParserPool, 'names'>
  readonly now: Clock
}): TaskHandlers {
  const { connection, pool, now } = deps
  const titles = { reader: connection.reader, pool, now }
  return {
    reprocess_series_title: {
      async run(context) {
        const { seriesId } = OfSeries.parse(context.task.payload)
        const done: TitleOutcome[] = []
        const scope = { seriesIds: [seriesId] }
        await reprocessTitles(titles, taskWork(connection, context), scope, (_, one) => done.push(one))
        const [outcome] = done
        if (!outcome) throw notFound('Series')
        return {
          series_id: seriesId,
          original_title: outcome.before,
          new_title: outcome.after,
          changed: outcome.changed,
          title_sort_cleared: outcome.sortCleared,
          skipped: outcome.locked,
          skip_reason: outcome.locked ? 'title_locked' : null,
        }
      },
    },
    reprocess_series_titles: {
      weight: 'heavy',
      narrowsToLibraries: true,
      async run(context) {
        const work = taskWork(connection, context)
        const counts = { total: 0, changed: 0, locked: 0 }
        await reprocessTitles(titles, work, OfScope.parse(context.task.payload), (_, outcome) => {
          counts.total++
          if (outcome.changed) {
            counts.changed++
            work.note('info', `${outcome.before} → ${outcome.after}`)
          } else if (outcome.locked) counts.locked++
        })
        return { ...counts, errors: [] }
      },
    },
  }
}
