import type { Generated } from 'kysely'
import type { TableEntries } from './table'

/** An alternative title of a series, as in another language or script. */
export interface AlternateTitlesTable {
  pk: Generated<number>
  id: string
  series_pk: number
  /** What it is: `Japanese`, `Romaji`. */
  label: string
  title: string
  created_at: number
  updated_at: number
}

export const EDITING_TABLES = {
  alternate_titles: {
    owner: 'features/catalogue/alternate-titles',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: {
      series_pk: {
        to: 'series',
        found: { pass: 'heir', key: ['label', 'title'] },
        merged: { pass: 'heir', key: ['label', 'title'] },
        moved: 'keep',
        gone: 'drop',
      },
    },
  },
} satisfies TableEntries
