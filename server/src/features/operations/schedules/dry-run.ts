import type { DryRunRequest, DryRunResponse } from '@octavo/contract/library-job'
import type { ScheduleDryRunResponse } from '@octavo/contract/schedule'
import type { ParserPool } from '../../../workers/pool.types'
import { countCoverBooks } from '../../catalogue/covers'
import { countSeries, sizeOfComparison } from '../../ingest/duplicates'
import { librariesToCheck, sizeOfCheck } from '../../ingest/integrity'
import { planRefresh } from '../../ingest/refresh'
import { type OrphanDeps, orphanStats } from '../clean-up'
import { checkSameType } from './change-schedules'
import { scannedLibraries } from './libraries.queries'
import { type JobConfig, jobOf, readConfig } from './schedule.rules'
import type { PlannedRow } from './schedules.queries'

export interface DryRunDeps extends OrphanDeps {
  readonly pool: ParserPool
}

/**
 * A preview of a run of the schedule; writes nothing.
 * @throws BadRequest if the given config has another type, or is invalid
 */
export async function dryRun(
  deps: DryRunDeps,
  row: PlannedRow,
  { configOverride, sampleSize }: DryRunRequest,
): Promise<ScheduleDryRunResponse> {
  if (configOverride) checkSameType(configOverride, row)
  const config = configOverride ?? readConfig(row.config)
  const nothing = { libraries: 0, series: 0, books: 0, files: 0, bytes: 0, refresh: null }
  const counts = await countsOf(deps, row, config, sampleSize)
  return { job: jobOf(config), ...nothing, ...counts }
}

/** The same for the jobs of a library, whose answer covers series only: for other jobs it gives the amount of work. */
export async function dryRunOfJob(deps: DryRunDeps, row: PlannedRow, request: DryRunRequest): Promise<DryRunResponse> {
  const { refresh, libraries, books } = await dryRun(deps, row, request)
  if (refresh) return refresh
  return { totalEligible: books || libraries, sample: [], estSkippedNoId: 0, estSkippedRecentlySynced: 0 }
}

type Counts = Partial<Omit<ScheduleDryRunResponse, 'job'>> & { readonly message: string }
type Count<C> = (deps: DryRunDeps, row: PlannedRow, config: C, sampleSize: number | null | undefined) => Promise<Counts>

type JobType = JobConfig['type']
/** A job type together with its config. */
type ConfigOf<T extends JobType> = { [Each in T]: { readonly type: Each } & Extract<JobConfig, { type: Each }> }[T]

function countsOf<T extends JobType>(
  deps: DryRunDeps,
  row: PlannedRow,
  config: ConfigOf<T>,
  sampleSize: number | null | undefined,
): Promise<Counts> {
  return COUNT[config.type](deps, row, config, sampleSize)
}

const COUNT: { readonly [T in JobType]: Count<ConfigOf<T>> } = {
  async scan({ reader }, row) {
    const libraries = (await scannedLibraries(reader, row.library_pk)).length
    return { libraries, message: `It would scan ${amount(libraries, 'library', 'libraries')}.` }
  },
  async metadata_refresh(deps, row, config, sampleSize) {
    const refresh = await planRefresh(deps, config, row.library_pk, sampleSize)
    const series = refresh.totalEligible
    return { series, refresh, message: `It would read the files of ${amount(series, 'series', 'series')}.` }
  },
  async thumbnails({ reader }, row, { force = false }) {
    const libraryIds = row.library_id === null ? undefined : [row.library_id]
    const books = await countCoverBooks(reader, { libraryIds, missing: !force })
    return { books, message: `It would create the thumbnails of ${amount(books, 'book', 'books')}.` }
  },
  async duplicates({ reader }) {
    const [{ books, bytes }, series] = await Promise.all([sizeOfComparison(reader), countSeries(reader)])
    const message = `It would read ${amount(books, 'book', 'books')} that look alike, and compare the titles of ${amount(series, 'series', 'series')}.`
    return { books, bytes, series, message }
  },
  async integrity({ reader }, row, { mode = 'quick' }) {
    const libraries = await librariesToCheck(reader, row.library_id === null ? null : [row.library_id])
    const { books, bytes } = await sizeOfCheck(
      reader,
      libraries.map(library => library.pk),
    )
    const how = mode === 'full' ? 'read every byte of' : 'check'
    return { books, bytes: mode === 'full' ? bytes : 0, message: `It would ${how} ${amount(books, 'book', 'books')}.` }
  },
  async cleanup(deps) {
    const { files, bytes } = await orphanCount(deps)
    return { files, bytes, message: `It would remove ${amount(files, 'file', 'files')}.` }
  },
  async backup() {
    return { message: 'It would create a backup.' }
  },
}

async function orphanCount(deps: OrphanDeps): Promise<{ files: number; bytes: number }> {
  const { orphanedFiles, totalSizeBytes } = await orphanStats(deps, false)
  return { files: orphanedFiles, bytes: totalSizeBytes }
}

function amount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
