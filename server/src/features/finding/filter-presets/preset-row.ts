import type { PresetScope, PresetTarget } from '@octavo/contract/filter-preset'

/** A preset with its owner, its library and whether the viewer has pinned it. */
export interface PresetRow {
  readonly pk: number
  readonly id: string
  readonly user_pk: number
  readonly owner_name: string
  readonly library_id: string | null
  readonly scope: PresetScope
  readonly target: PresetTarget
  readonly name: string
  /** JSON. */
  readonly condition: string
  readonly sort: string | null
  readonly query: string | null
  readonly view: string | null
  readonly shared: boolean
  /** The viewer's own key, if pinned. */
  readonly pinned_by: number | null
  readonly deleted_at: number | null
  readonly created_at: number
  readonly updated_at: number
}
