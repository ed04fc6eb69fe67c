import type { ListVisibility } from '@octavo/contract/curated-list'

/** A list with its owner, and whether the viewer may edit it as a share. */
export interface CuratedListRow {
  readonly pk: number
  readonly id: string
  readonly owner_pk: number | null
  readonly owner_name: string | null
  readonly visibility: ListVisibility
  readonly name: string
  readonly summary: string | null
  readonly ordered: boolean
  /** JSON. */
  readonly condition: string | null
  readonly helps: boolean
  readonly created_at: number
  readonly updated_at: number
}

/** The visible members. */
export interface Counts {
  /** Null if not counted. */
  readonly members: number | null
  readonly wanted: number
  /** Those of them with several candidates, as their owner saw them. */
  readonly undecided: number
}
