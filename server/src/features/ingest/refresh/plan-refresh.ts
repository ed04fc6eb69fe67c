import type { DryRunResponse, MetadataRefreshJobConfigDto } from '@octavo/contract/library-job'
import { chosenFields, refreshFault } from './field-groups'
import { fieldsBeyondFiles } from './file-fields.rules'
import { type ReadDeps, readSeries } from './read-series'
import { countSeriesToRefresh, seriesToRefresh } from './refresh.queries'
import { filesAtOnce, scopeOf } from './refresh-library'

const SAMPLE = 5
const LARGEST_SAMPLE = 20
/** Files read for one answer; behind them the sample ends. */
const MOST_FILES = 100

/** What a refresh would change, with the changes of the first series; nothing is written. */
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
  const skipped = fieldsBeyondFiles(chosen).map(field => ({ field, reason: 'Files do not hold it' }))
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
