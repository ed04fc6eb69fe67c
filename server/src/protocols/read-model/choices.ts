import type { FEED_SORTS } from '@octavo/contract/feed'
import type { READ_STATUSES } from '@octavo/contract/metadata-words'
import type { parseList } from '../../features/lists/engine'

/** A list as requests name it, not checked. */
export type ListInput = Parameters<typeof parseList>[1]

/** What a reader has chosen of what a shelf offers. */
export interface Choice {
  readonly sort?: string | undefined
  readonly status?: ReadStatus | undefined
  /** The id of a library. */
  readonly library?: string | undefined
  readonly language?: string | undefined
}

export type ReadStatus = (typeof READ_STATUSES)[number]

/** By what a shelf can be sorted, as addresses name it, and the sort of the list engine that it is. */
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

/** A choice as the list engine is asked for it; a sort that the list does not have is passed over. */
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
