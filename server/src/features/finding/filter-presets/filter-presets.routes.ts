import {
  createFilterPreset,
  deleteFilterPreset,
  getFilterPreset,
  listFilterPresets,
  patchFilterPreset,
  pinFilterPreset,
  restoreFilterPreset,
  unpinFilterPreset,
  updateFilterPreset,
} from '@octavo/contract/filter-preset'
import type { Binder } from '../../../http/bind'
import { tagged } from '../../../http/reply-cache'
import { notFound } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { requireRoom } from '../../people/quotas'
import { scopeOf, targetOf } from './check-preset'
import { filterPresetView } from './filter-preset.view'
import { findDeletedPreset, findPreset, visiblePresets } from './filter-presets.queries'
import { hidePreset, pinPreset, showPreset, unpinPreset } from './filter-presets.store'
import { createPreset, type PresetDeps, recordPreset, requireChanging, unlessTaken, updatePreset } from './save-preset'

export type FilterPresetDeps = PresetDeps

export function filterPresetRoutes(binder: Binder, deps: FilterPresetDeps): void {
  const { reader, write, now } = deps

  binder.bind(listFilterPresets, async ({ viewer, query, request }) => {
    const scope = query.scope === undefined ? undefined : scopeOf(query.scope)
    const target = query.target === undefined ? undefined : targetOf(query.target)
    const libraryId = query.libraryId?.toLowerCase()
    const rows = (await visiblePresets(reader, viewer)).filter(
      row =>
        (scope === undefined || row.scope === scope) &&
        (target === undefined || row.target === target) &&
        (libraryId === undefined || row.library_id === libraryId),
    )
    return tagged(request, { presets: rows.map(row => filterPresetView(row, viewer)) })
  })

  binder.bind(createFilterPreset, async ({ viewer, body }) =>
    filterPresetView(await createPreset(deps, viewer, body), viewer),
  )

  binder.bind(getFilterPreset, async ({ viewer, params }) =>
    filterPresetView(await findPreset(reader, viewer, params.id), viewer),
  )

  binder.bind(updateFilterPreset, async ({ viewer, params, body }) =>
    filterPresetView(
      await updatePreset(deps, viewer, params.id, { libraryId: null, query: null, sort: null, ...body }),
      viewer,
    ),
  )

  binder.bind(patchFilterPreset, async ({ viewer, params, body }) =>
    filterPresetView(await updatePreset(deps, viewer, params.id, body), viewer),
  )

  binder.bind(deleteFilterPreset, async ({ viewer, params }) => {
    const row = await findPreset(reader, viewer, params.id)
    requireChanging(viewer, row)
    const times = {
      now: now(),
      restorableSince: now() - LIMITS.presets.restoreMs,
      restorable: LIMITS.perPerson.restorablePresets,
    }
    await write(async tx => {
      await hidePreset(tx, row, times)
      if (row.shared) await recordPreset(tx, viewer, 'filter_preset_deleted', row, times.now)
    })
    return null
  })

  binder.bind(restoreFilterPreset, async ({ viewer, params }) => {
    const row = await findDeletedPreset(reader, viewer, params.id, now() - LIMITS.presets.restoreMs)
    requireChanging(viewer, row)
    const shown = write(async tx => {
      await requireRoom(tx, row.user_pk, 'presets')
      const isThere = await showPreset(tx, row.pk)
      if (isThere && row.shared) await recordPreset(tx, viewer, 'filter_preset_restored', row, now())
      return isThere
    })
    if (!(await unlessTaken(shown))) throw notFound('Filter preset')
    return filterPresetView(await findPreset(reader, viewer, params.id), viewer)
  })

  binder.bind(pinFilterPreset, async ({ viewer, params }) => {
    const row = await findPreset(reader, viewer, params.id)
    if (row.pinned_by !== null) return null
    await write(async tx => {
      await requireRoom(tx, viewer.userPk, 'pins')
      await pinPreset(tx, viewer.userPk, row.pk)
    })
    return null
  })

  binder.bind(unpinFilterPreset, async ({ viewer, params }) => {
    const row = await findPreset(reader, viewer, params.id)
    await write(tx => unpinPreset(tx, viewer.userPk, row.pk))
    return null
  })
}
