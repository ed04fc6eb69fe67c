import type { BulkMetadataUpdateResponse } from '@octavo/contract/book-metadata'
import * as contract from '@octavo/contract/series-metadata'
import type { Binder, Call } from '../../../http/bind'
import { allowsChange, matchesEtag, notModified } from '../../../http/etag'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { alternateTitlesOf } from '../alternate-titles'
import { NO_NAMES, namesOf } from '../facets'
import { seriesFields } from '../series'
import { changedNames, type EditingDeps } from './book-edits.routes'
import { editInParts } from './edit-in-parts'
import { editManySeries, resetSeries, type SeriesState, seriesState, seriesVersion } from './edit-series'
import { seriesByRules } from './names-by-rules'
import { recordEdit, recordReset } from './record-edits'
import { SERIES_CLEARED, type SeriesEdit, type SeriesValues } from './series-edit.rules'
import { visibleSeries } from './series-edits.queries'
import { fullSeriesMetadataView, seriesMetadataView } from './series-edits.view'

/** Series of one transaction: others write in between. */
const AT_ONCE = 20

/** Metadata of series, changed by hand. */
export function seriesEditRoutes(binder: Binder, deps: EditingDeps): void {
  const { reader, write, now } = deps
  type EditCall = Call<{ series_id: string }, unknown, unknown>

  const stateOf = async ({ viewer, params }: EditCall) =>
    seriesState(reader, await requireSeries(reader, viewer, params.series_id))
  const edit = async ({ viewer, params, request }: EditCall, change: SeriesEdit): Promise<SeriesState> => {
    const pk = await requireSeries(reader, viewer, params.series_id)
    const mayChange = (version: string) => allowsChange(request, version)
    const byRules = await seriesByRules(deps, pk, change)
    return write(async tx => {
      const made = await editManySeries(tx, [pk], () => change, { now: now(), byRules, mayChange })
      await recordEdit(tx, viewer, 'series', made, now())
      return seriesState(tx, pk)
    })
  }
  const full = async (state: SeriesState) => {
    const { pk } = state.row
    const names = (await namesOf(reader, 'series', [pk])).get(pk) ?? NO_NAMES
    return fullSeriesMetadataView(state, names, await alternateTitlesOf(reader, state.row))
  }
  const versioned = (state: SeriesState, body: object) => Response.json(body, { headers: headersOf(state) })

  binder.bind(contract.patchManySeries, async ({ viewer, body: { seriesIds, ...change } }) =>
    editMany(viewer, seriesIds, () => change),
  )
  binder.bind(contract.lockManySeries, async ({ viewer, body: { seriesIds, ...locks } }) =>
    editMany(viewer, seriesIds, () => ({ locks })),
  )
  binder.bind(contract.changeGenresOfSeries, async ({ viewer, body: { seriesIds, ...change } }) =>
    editMany(viewer, seriesIds, values => ({ genres: changedNames(values.genres, change) })),
  )
  binder.bind(contract.changeTagsOfSeries, async ({ viewer, body: { seriesIds, ...change } }) =>
    editMany(viewer, seriesIds, values => ({ tags: changedNames(values.tags, change) })),
  )

  binder.bind(contract.patchSeries, async call => {
    const state = await edit(call, call.body)
    const { id, title, updated_at } = state.row
    return versioned(state, { id, title, updatedAt: timestamp(updated_at) })
  })

  binder.bind(contract.getSeriesMetadata, async call => {
    const state = await stateOf(call)
    const headers = headersOf(state)
    if (matchesEtag(call.request, headers.ETag)) return notModified(headers)
    return versioned(state, await full(state))
  })

  binder.bind(contract.patchSeriesMetadata, async call => {
    const state = await edit(call, call.body)
    return versioned(state, seriesMetadataView(state))
  })

  binder.bind(contract.replaceSeriesMetadata, async call => {
    const given = Object.fromEntries(Object.entries(call.body).filter(([, value]) => value !== undefined))
    const state = await edit(call, { ...SERIES_CLEARED, ...given })
    return versioned(state, seriesMetadataView(state))
  })

  binder.bind(contract.resetSeriesMetadata, async ({ viewer, params }) => {
    const pk = await requireSeries(reader, viewer, params.series_id)
    const byRules = await seriesByRules(deps, pk, { title: null })
    const state = await write(async tx => {
      await resetSeries(tx, pk, { now: now(), byRules })
      await recordReset(tx, viewer, pk, now())
      return seriesState(tx, pk)
    })
    return versioned(state, await full(state))
  })

  binder.bind(contract.getSeriesLocks, async call => {
    const state = await stateOf(call)
    return versioned(state, seriesFields.seriesLocksView(state.row))
  })

  binder.bind(contract.updateSeriesLocks, async call => {
    const state = await edit(call, { locks: call.body })
    return versioned(state, seriesFields.seriesLocksView(state.row))
  })

  /** What does not exist, or is not there for the person, is passed over. */
  async function editMany(
    viewer: Viewer,
    ids: readonly string[],
    change: (values: SeriesValues) => SeriesEdit,
  ): Promise<BulkMetadataUpdateResponse> {
    const pks = await visibleSeries(reader, viewer, ids)
    await editInParts({ write, now }, viewer, 'series', {
      pks,
      atOnce: AT_ONCE,
      edit: (tx, part) => editManySeries(tx, part, change, { now: now() }),
    })
    return { updatedCount: pks.length, message: `${pks.length} series updated` }
  }
}

/** Other titles have a place of their own and no part in the version. */
function headersOf(state: SeriesState) {
  return { ETag: seriesVersion(state), 'Cache-Control': 'private, no-cache' }
}
