import { LibraryJobConfigDto, type MetadataRefreshJobConfigDto } from '@octavo/contract/library-job'
import { z } from 'zod'
import type { Connection } from '../../../db'
import { releaseDateKey } from '../../../formats/release-date'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { type TaskWork, taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { bookStore } from '../../catalogue/books'
import { saveMetadata } from '../../catalogue/metadata'
import { chapterInside } from '../../catalogue/naming'
import { refreshSeries, seriesFields } from '../../catalogue/series'
import { chosenFields, refreshFault } from './field-groups'
import { type ReadSeries, readSeries } from './read-series'
import { countSeriesToRefresh, type RefreshScope, refreshJob, seriesToRefresh } from './refresh.queries'
import { noteRefresh } from './refresh.store'

export interface RefreshDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly now: Clock
}

const TASK = 'refresh_library_metadata'
const Payload = z.object({ jobId: z.string().toLowerCase() })
const SKIP_SECONDS = 3600
/** Maximum number of series in the result; counts include all. */
const MOST_REPORTED = 200

/** Refreshes the metadata of a library by one of its jobs, or of all libraries by a server-wide one. */
export function refreshTask(jobId: string, libraryId: string | null): TaskDraft {
  const payload = { jobId, ...(libraryId !== null && { libraryId }) }
  return { type: TASK, payload, sameBy: { jobId }, priority: 890 }
}

export function refreshHandlers(deps: RefreshDeps): TaskHandlers {
  return { [TASK]: { run: context => refreshLibrary(deps, context) } }
}

export function scopeOf(config: MetadataRefreshJobConfigDto, libraryPk: number | null, now: number): RefreshScope {
  const seconds = config.skipRecentlySyncedWithinS ?? SKIP_SECONDS
  return { libraryPk, refreshedBefore: seconds === 0 ? Number.MAX_SAFE_INTEGER : now - seconds * 1000 }
}

export function filesAtOnce({ maxConcurrency = 4 }: MetadataRefreshJobConfigDto): number {
  return Math.min(16, Math.max(1, maxConcurrency))
}

async function refreshLibrary(deps: RefreshDeps, context: TaskContext): Promise<Record<string, unknown>> {
  const { reader } = deps.connection
  const job = await refreshJob(reader, Payload.parse(context.task.payload).jobId)
  if (!job) throw notFound('Job')
  const config = LibraryJobConfigDto.parse(JSON.parse(job.config))
  if (config.type !== 'metadata_refresh') throw new AppError('BadRequest', 'This job refreshes no metadata')
  const fault = refreshFault(config)
  if (fault) throw new AppError('BadRequest', fault.message)

  const chosen = chosenFields(config)
  const scope = scopeOf(config, job.library_pk, deps.now())
  const { eligible, recent } = await countSeriesToRefresh(reader, scope)
  const work = taskWork(deps.connection, context)
  work.progress.total = eligible
  await work.write(async () => undefined)
  const report = { succeeded: 0, failed: 0, fields: 0, series: [] as object[] }
  for await (const series of seriesToRefresh(reader, scope)) {
    work.signal.throwIfAborted()
    const read = await readSeries({ reader, pool: deps.pool }, series, {
      chosen,
      atOnce: filesAtOnce(config),
      signal: work.signal,
    })
    work.progress.current++
    work.progress.message = series.title
    await save(deps, work, read)
    note(work, read, report)
  }
  return {
    planned: eligible,
    succeeded: report.succeeded,
    failed: report.failed,
    skipped: { no_external_id: 0, recently_synced: recent, no_match_candidate: 0 },
    fields_applied_total: report.fields,
    series: report.series,
  }
}

async function save(
  deps: RefreshDeps,
  work: TaskWork,
  { series, books, fields, folder, changes, failures }: ReadSeries,
): Promise<void> {
  const now = deps.now()
  const fieldsUpdated = Object.keys(changes)
  await work.write(async tx => {
    for (const { pk, after, fresh, isChanged } of books) {
      if (!after || !fresh || !isChanged) continue
      const held = await bookStore.lockBook(tx, pk)
      if (!held) continue
      const { locks } = held
      const saved = (await saveMetadata(tx, pk, fresh, { chapter: chapterInside(fresh), locks }, now)) ?? after
      await bookStore.setFromMetadata(tx, pk, { summary: saved.summary, releaseDate: releaseDateKey(saved) }, now)
    }
    const changed = books.filter(book => book.isChanged)
    if (changed.length > 0) {
      await bookStore.publishBookEvents(
        tx,
        changed.map(book => book.pk),
        'book_updated',
        ['metadata'],
      )
    }
    // Unreadable series are retried at the next run.
    if (failures.length === 0 || failures.length < books.length) await noteRefresh(tx, series.pk, now)
    if (fieldsUpdated.length > 0) await seriesFields.setSeriesFields(tx, series.pk, fields, now)
    if (changed.length > 0 || folder.file) {
      // Names, ids and sums are derived from the new values.
      const sidecars = new Map(folder.file ? [[series.pk, folder]] : [])
      await refreshSeries(tx, [series.pk], now, new Set(), { sidecars, saying: new Set([series.pk]) })
    }
    if (fieldsUpdated.length === 0) return
    const { id: seriesId, library_id: libraryId } = series
    const event = { type: 'series_metadata_updated', seriesId, libraryId, fieldsUpdated } as const
    tx.publish({ channel: 'entity', event, to: { libraryPk: series.library_pk } })
  })
}

function note(
  work: TaskWork,
  { series, books, changes, failures }: ReadSeries,
  report: { succeeded: number; failed: number; fields: number; series: object[] },
): void {
  work.processed({ items: 1 })
  for (const failure of failures) work.note('warn', `${series.title}: ${failure}`)
  if (failures.length > 0 && failures.length === books.length) report.failed++
  else report.succeeded++
  const fields = Object.keys(changes)
  report.fields += fields.length
  if (fields.length + failures.length === 0 || report.series.length >= MOST_REPORTED) return
  report.series.push({
    series_id: series.id,
    title: series.title,
    fields,
    books_changed: books.filter(book => book.isChanged).length,
    failures: failures.slice(0, 5),
  })
}
