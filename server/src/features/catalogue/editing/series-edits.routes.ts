import type { BulkMetadataUpdateResponse } from '@octavo/contract/book-metadata'
import * as contract from '@octavo/contract/series-metadata'
import type { Binder, Call } from '../../../http/bind'
import { allowsChange, matchesEtag, notModified } from '../../../http/etag'
import { refused } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { alternateTitlesOf } from '../alternate-titles'
import { type Act, actOf } from '../edit-history'
import { NO_NAMES, namesOf } from '../facets'
import { seriesFields } from '../series'
import { namesEdit } from './book-edits.routes'
import { editInParts } from './edit-in-parts'
import { editOneSeries } from './edit-one'
import { editManySeries, type SeriesState, seriesState, seriesVersion } from './edit-series'
import { checkPatch } from './edited-value.rules'
import type { EditingDeps } from './editing-deps'
import { type NamingEdit, seriesByRules } from './names-by-rules'
import { recordEdit } from './record-edits'
import { SERIES_CLEARED, type SeriesEdit } from './series-edit.rules'
import { visibleSeries } from './series-edits.queries'
import { fullSeriesMetadataView, seriesMetadataView } from './series-edits.view'
import { skippedView } from './skipped.view'

/** Series per transaction, so that others can write in between. */
const AT_ONCE = 20
/** Series of one bulk reset. */
const MOST_SERIES = 100

/** Editing the metadata of series. */
export function seriesEditRoutes(binder: Binder, deps: EditingDeps): void {
  const { reader, write, now } = deps
  type EditCall = Call<{ series_id: string }, unknown, unknown>

  const stateOf = async ({ viewer, params }: EditCall) =>
    seriesState(reader, await requireSeries(reader, viewer, params.series_id))
  const edit = ({ viewer, params, request }: EditCall, change: SeriesEdit): Promise<SeriesState> =>
    editOneSeries(deps, viewer, params.series_id, change, version => allowsChange(request, version))
  const full = async (state: SeriesState) => {
    const { pk } = state.row
    const names = (await namesOf(reader, 'series', [pk])).get(pk) ?? NO_NAMES
    return fullSeriesMetadataView(state, names, await alternateTitlesOf(reader, state.row))
  }
  const versioned = (state: SeriesState, body: object) => Response.json(body, { headers: headersOf(state) })

  binder.bind(contract.patchManySeries, async ({ viewer, body: { seriesIds, ...change } }) => {
    checkPatch(change.customMetadata)
    return editMany(viewer, seriesIds, () => change)
  })
  binder.bind(contract.lockManySeries, async ({ viewer, body: { seriesIds, ...locks } }) =>
    editMany(viewer, seriesIds, () => ({ locks }), { locks }),
  )
  binder.bind(contract.changeGenresOfSeries, async ({ viewer, body: { seriesIds, ...change } }) =>
    editMany(viewer, seriesIds, ({ values }) => namesEdit('genres', values.genres, change)),
  )
  binder.bind(contract.changeTagsOfSeries, async ({ viewer, body: { seriesIds, ...change } }) =>
    editMany(viewer, seriesIds, ({ values }) => namesEdit('tags', values.tags, change)),
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

  const reset = async (viewer: Viewer, pk: number, act: Act, which: 'all' | 'unlocked') => {
    const byRules = await seriesByRules(deps, [pk], { title: null })
    await write(async tx => {
      const made = await editManySeries(tx, [pk], () => ({ resets: which }), { now: now(), act, byRules })
      await recordEdit(tx, viewer, 'series', { ...made, pks: [pk] }, { now: now(), details: { reset: true } })
    })
  }
  binder.bind(contract.resetSeriesMetadata, async ({ viewer, params, query }) => {
    const pk = await requireSeries(reader, viewer, params.series_id)
    await reset(viewer, pk, actOf(viewer, 'reset'), query.includeLocked ? 'all' : 'unlocked')
    const state = await seriesState(reader, pk)
    return versioned(state, await full(state))
  })
  binder.bind(contract.resetManySeries, async ({ viewer, body: { seriesIds, includeLocked = false } }) => {
    if (seriesIds.length === 0) throw refused('BadRequest', 'field_missing', 'seriesIds: no ids', 'seriesIds')
    if (seriesIds.length > MOST_SERIES)
      throw refused('BadRequest', 'list_long', `seriesIds: 1 to ${MOST_SERIES} ids`, {
        path: 'seriesIds',
        max: MOST_SERIES,
      })
    const pks = await visibleSeries(reader, viewer, seriesIds)
    const act = actOf(viewer, 'reset')
    for (const pk of pks) await reset(viewer, pk, act, includeLocked ? 'all' : 'unlocked')
    return { count: pks.length, message: `Reset metadata for ${pks.length} series` }
  })

  binder.bind(contract.getSeriesLocks, async call => {
    const state = await stateOf(call)
    return versioned(state, seriesFields.seriesLocksView(state.row))
  })

  binder.bind(contract.updateSeriesLocks, async call => {
    const state = await edit(call, { locks: call.body })
    return versioned(state, seriesFields.seriesLocksView(state.row))
  })

  /** Missing and hidden series are skipped. */
  async function editMany(
    viewer: Viewer,
    ids: readonly string[],
    change: (state: SeriesState) => SeriesEdit,
    naming: NamingEdit = {},
  ): Promise<BulkMetadataUpdateResponse> {
    const pks = await visibleSeries(reader, viewer, ids)
    const act = actOf(viewer, 'bulk')
    const bound = (state: SeriesState) => ({ ...change(state), isBound: true, isOfMany: true })
    const made = await editInParts({ write, now }, viewer, 'series', {
      pks,
      atOnce: AT_ONCE,
      prepare: part => seriesByRules(deps, part, naming),
      edit: (tx, part, byRules) => editManySeries(tx, part, bound, { now: now(), act, byRules }),
    })
    const message = `${pks.length} series updated`
    return { updatedCount: pks.length, message, ...skippedView(made) }
  }
}

/** Alternate titles have their own routes and are not part of the version. */
function headersOf(state: SeriesState) {
  return { ETag: seriesVersion(state), 'Cache-Control': 'private, no-cache' }
}
