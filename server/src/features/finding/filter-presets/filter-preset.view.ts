import type { FilterPresetDto } from '@octavo/contract/filter-preset'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { problemOf } from './preset-list'
import type { PresetRow } from './preset-row'

/** A preset as the contract shows it; an invalid one has the reason. */
export function filterPresetView(row: PresetRow, viewer: Viewer): FilterPresetDto {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    target: row.target,
    libraryId: row.library_id,
    condition: JSON.parse(row.condition),
    query: row.query,
    sort: row.sort,
    view: row.view,
    shared: row.shared,
    mine: row.user_pk === viewer.userPk,
    ownerName: row.owner_name,
    pinned: row.pinned_by !== null,
    problem: problemOf(row, viewer),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
