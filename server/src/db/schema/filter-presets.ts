import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

export interface FilterPresetsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** Null: for all libraries. */
  library_pk: number | null
  scope: string
  target: string
  name: string
  /** JSON, as received. */
  condition: string
  sort: string | null
  query: string | null
  /** Version of the language of condition and sort; the first so far. */
  version: number
  view: string | null
  shared: boolean
  /** Soft-deleted, so that it can be restored for a while. */
  deleted_at: number | null
  created_at: number
  updated_at: number
}

export interface PresetPinsTable {
  user_pk: number
  preset_pk: number
}

export interface HomeRowsTable {
  user_pk: number
  position: number
  kind: string
  preset_pk: number | null
  shown: boolean
}

export const PRESET_TABLES = {
  filter_presets: {
    owner: 'features/finding/filter-presets',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  preset_pins: {
    owner: 'features/finding/filter-presets',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  home_rows: {
    owner: 'features/finding/home',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
} satisfies TableEntries
