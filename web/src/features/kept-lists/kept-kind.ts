import type { CollectionDto, ReadListDto } from '../../api/types'
import { t } from '../../messages'

/** As addresses of the app and of the server name them. */
export const keptKinds = ['collections', 'readlists'] as const
export type KeptKind = (typeof keptKinds)[number]

export const keptKind = (word: unknown): KeptKind | undefined => keptKinds.find(kind => kind === word)

export type KeptList = CollectionDto | ReadListDto

/** Series or books that the reader sees; null where nobody has counted. */
export function sizeOf(list: KeptList): number | null {
  if ('bookCount' in list) return list.bookCount
  return list.seriesCount ?? null
}

export function sizeLine(kind: KeptKind, list: KeptList): string {
  const count = sizeOf(list)
  if (count === null || (list.automatic && count === 0)) return ''
  return t(kind === 'collections' ? 'series.count' : 'books.count', { count })
}

/** What lists hold, as they are chosen elsewhere. */
export const kindOfItems = { series: 'collections', books: 'readlists' } as const satisfies Record<string, KeptKind>

/** Series or books to be added to a list. */
export type Chosen = { readonly items: 'series' | 'books'; readonly ids: readonly string[] }
