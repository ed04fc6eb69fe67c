import type { FEED_SORTS } from '@octavo/contract/feed'
import type { READ_STATUSES } from '@octavo/contract/metadata-words'
import type { parseList } from '../../features/lists/engine'

/** An unvalidated list request. */
export type ListInput = Parameters<typeof parseList>[1]

/** A reader's choices on a shelf. */
export interface Choice {
  readonly sort?: string | undefined
  readonly status?: ReadStatus | undefined
  /** The id of a library. */
  readonly library?: string | undefined
  readonly language?: string | undefined
}

export type ReadStatus = (typeof READ_STATUSES)[number]

/** Sorts of a shelf by their name in addresses, with the sort of the list engine. */
export const BOOK_SORTS = {
  number: 'number,asc',
  title: 'title,asc',
  newest: 'date_added,desc',
  released: 'release_date,desc',
  read: 'last_read,desc',
} as const
export const SERIES_SORTS = {
  title: 'name,asc',
  newest: 'date_added,desc',
  updated: 'date_updated,desc',
  released: 'release_date,desc',
  read: 'date_read,desc',
} as const

export type SortName = (typeof FEED_SORTS)[number] & (keyof typeof BOOK_SORTS | keyof typeof SERIES_SORTS)

/** A choice as list engine request; unsupported sorts are ignored. */
export function choiceInput(holds: 'books' | 'series', { sort, status, library, language }: Choice): ListInput {
  const sorts: Readonly<Record<string, string>> = holds === 'books' ? BOOK_SORTS : SERIES_SORTS
  const is = (field: string, value: string) => ({ [field]: { operator: 'is', value } })
  const allOf = [
    ...(status === undefined ? [] : [is('readStatus', status)]),
    ...(language === undefined ? [] : [is('language', language)]),
  ]
  return {
    condition: allOf.length === 0 ? null : { allOf },
    sort: sort === undefined ? null : (sorts[sort] ?? null),
    scope: { library },
  }
}
