import type { CollectionDto, ReadListDto } from '../../api/types'
import { t } from '../../messages'

/** The name in addresses of app and server. */
export const listKinds = ['collections', 'readlists'] as const
export type ListKind = (typeof listKinds)[number]

export const listKind = (word: unknown): ListKind | undefined => listKinds.find(kind => kind === word)

export type CuratedList = CollectionDto | ReadListDto

/** Number of visible series or books; null if not counted. */
export function sizeOf(list: CuratedList): number | null {
  if ('bookCount' in list) return list.bookCount
  return list.seriesCount ?? null
}

/** Whether it has no entries that the viewer sees, nor missing books. */
export function isEmpty(list: CuratedList): boolean {
  return sizeOf(list) === 0 && !('wantedCount' in list && list.wantedCount > 0)
}

export function sizeLine(kind: ListKind, list: CuratedList): string {
  const count = sizeOf(list)
  if (count === null || (list.automatic && count === 0)) return ''
  return t(kind === 'collections' ? 'series.count' : 'books.count', { count })
}

/** Members of lists, as selected elsewhere. */
export const kindOfItems = { series: 'collections', books: 'readlists' } as const satisfies Record<string, ListKind>

/** Series or books to add to a list. */
export type Chosen = { readonly items: 'series' | 'books'; readonly ids: readonly string[] }
