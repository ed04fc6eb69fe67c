import type { DryRunResponse, MetadataRefreshJobConfigDto } from '@octavo/contract/library-job'
import { chosenFields, refreshFault } from './field-groups'
import { fieldsBeyondFiles } from './file-fields.rules'
import { type ReadDeps, readSeries } from './read-series'
import { countSeriesToRefresh, seriesToRefresh } from './refresh.queries'
import { filesAtOnce, scopeOf } from './refresh-library'

const SAMPLE = 5
const LARGEST_SAMPLE = 20
/** Maximum number of files read for one answer, which limits the sample. */
const MOST_FILES = 100

/** A preview of a refresh, with the changes of the first series; writes nothing. */
export async function planRefresh(
  deps: ReadDeps & { readonly now: () => number },
  config: MetadataRefreshJobConfigDto,
  libraryPk: number | null,
  sampleSize: number | null | undefined,
): Promise<DryRunResponse> {
  const fault = refreshFault(config)
  const scope = scopeOf(config, libraryPk, deps.now())
  const { eligible, recent } = await countSeriesToRefresh(deps.reader, scope)
  const sample: DryRunResponse['sample'] = []
  const chosen = chosenFields(config)
  const skipped = fieldsBeyondFiles(chosen).map(field => ({ field, reason: 'Files do not contain it' }))
  const wanted = Math.min(LARGEST_SAMPLE, sampleSize ?? SAMPLE)
  let left = MOST_FILES
  if (fault === null && wanted > 0) {
    for await (const series of seriesToRefresh(deps.reader, scope)) {
      const { changes, books } = await readSeries(deps, series, { chosen, atOnce: filesAtOnce(config), most: left })
      sample.push({ seriesId: series.id, seriesName: series.title, changes, skipped })
      left -= books.length
      if (sample.length >= wanted || left <= 0) break
    }
  }
  return {
    totalEligible: eligible,
    sample,
    estSkippedNoId: 0,
    estSkippedRecentlySynced: recent,
    ...(fault && { planFailure: fault.message }),
  }
}
