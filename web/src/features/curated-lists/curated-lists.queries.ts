import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bookSource } from '../../api/book-source'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, ReadListEntryDto, SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { dotted } from '../../ui/detail'
import { bookTitle } from '../books/book-title'
import { cannotBeOpened } from '../progress'
import { type CuratedList, isEmpty, type ListKind, sizeOf } from './list-kind'

const membersOnPage = 60
/** Maximum rows when arranging: of longer lists, only the first part. */
const mostArranged = 500

/** Lists that are deleted here: the event that says so may arrive before their page is left. */
const leaving = new Set<string>()

/** The page of a list requests nothing more once the list is deleted there. */
const unlessLeaving = (id: string) => ({ enabled: () => !leaving.has(id) })

export const curatedListQuery = (kind: ListKind, id: string) =>
  queryOptions({
    ...unlessLeaving(id),
    queryKey: queryKeys.curatedList(kind, id),
    queryFn: ({ signal }): Promise<CuratedList> =>
      kind === 'collections'
        ? api.get('/api/v1/collections/{collection_id}', { params: { collection_id: id }, signal })
        : api.get('/api/v1/readlists/{read_list_id}', { params: { read_list_id: id }, signal }),
  })

interface Members {
  readonly data: readonly (SeriesDto | BookDto)[]
  readonly total: number
  readonly totalPages: number
}

export const membersQuery = (kind: ListKind, id: string, page: number) =>
  queryOptions({
    ...unlessLeaving(id),
    queryKey: [...queryKeys.curatedList(kind, id), 'members', page],
    queryFn: ({ signal }): Promise<Members> => {
      const query = { page, pageSize: membersOnPage }
      return kind === 'collections'
        ? api.post('/api/v1/collections/{collection_id}/series/list', {
            params: { collection_id: id },
            query,
            body: {},
            signal,
          })
        : api.post('/api/v1/readlists/{read_list_id}/books/list', {
            params: { read_list_id: id },
            query,
            body: {},
            signal,
          })
    },
    placeholderData: keepPreviousData,
  })

/** A reading list in its own order, with sections and missing books. */
export const entriesQuery = (id: string, page: number, pageSize = membersOnPage) =>
  queryOptions({
    ...unlessLeaving(id),
    queryKey: [...queryKeys.curatedList('readlists', id), 'entries', page, pageSize],
    queryFn: ({ signal }) =>
      api.get('/api/v1/readlists/{read_list_id}/entries', {
        params: { read_list_id: id },
        query: { page, pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The first unread book of a reading list that can be opened. */
export const nextOfListQuery = (id: string) =>
  queryOptions({
    ...unlessLeaving(id),
    queryKey: [...queryKeys.curatedList('readlists', id), 'next'],
    queryFn: async ({ signal }) => {
      for (let page = 1; ; page++) {
        const { data, totalPages } = await api.post('/api/v1/readlists/{read_list_id}/books/list', {
          params: { read_list_id: id },
          query: { page, pageSize: 50 },
          body: { condition: { readStatus: { operator: 'isNot', value: 'read' } } },
          signal,
        })
        const book = data.find(one => !cannotBeOpened(one))
        if (book || page >= totalPages) return book ?? null
      }
    },
  })

export interface ArrangedRow {
  readonly id: string
  readonly name: string
  readonly line: string
  readonly section: string | null
  /** No library has its book. */
  readonly isMissing: boolean
}

interface Arranged {
  readonly rows: readonly ArrangedRow[]
  readonly total: number
}

/** The first members of a list as rows, in its order. */
export async function arrangedRows(kind: ListKind, list: CuratedList): Promise<Arranged> {
  if (kind === 'collections') {
    const series = await api.get('/api/v1/collections/{collection_id}/series', {
      params: { collection_id: list.id },
      query: { sort: 'manual' },
    })
    const first = series.slice(0, mostArranged)
    return {
      rows: first.map(each => ({ id: each.id, name: each.title, line: '', section: null, isMissing: false })),
      total: sizeOf(list) ?? series.length,
    }
  }
  const entries = await api.get('/api/v1/readlists/{read_list_id}/entries', {
    params: { read_list_id: list.id },
    query: { page: 1, pageSize: mostArranged },
  })
  const rows = entries.data.map(entry => ({
    ...{ id: entry.id, ...entryWords(entry) },
    ...{ section: entry.section ?? null, isMissing: !entry.book },
  }))
  return { rows, total: entries.total }
}

/** Title and source of an entry. */
export function entryWords({ book, wanted }: ReadListEntryDto): { readonly name: string; readonly line: string } {
  if (book) return { name: bookTitle(book), line: bookSource(book) ?? '' }
  const number = wanted?.number ? ` #${wanted.number}` : ''
  return { name: `${wanted?.series ?? ''}${number}`, line: editionLine(wanted ?? {}) }
}

interface Edition {
  readonly volume?: number | null | undefined
  readonly year?: number | null | undefined
}

/** Volume and year of an entry; many files name a year as the volume. */
export function editionLine({ volume, year }: Edition): string {
  const isYear = volume != null && volume >= 1900
  const named = volume && !isYear ? t('books.volume', { number: String(volume) }) : null
  return dotted([named, ...new Set([isYear ? volume : null, year])].map(each => each?.toString()))
}

const stale = () => queryClient.invalidateQueries({ queryKey: queryKeys.curatedLists })

export interface ListChange {
  readonly name: string
  readonly summary: string | null
  readonly ordered: boolean
  readonly condition?: Record<string, unknown> | null
}

export async function createList(
  kind: ListKind,
  change: ListChange,
  visibility: 'private' | 'public' = 'private',
): Promise<CuratedList> {
  const body = { ...withoutOrder(change), name: change.name, visibility }
  const saved =
    kind === 'collections'
      ? await api.post('/api/v1/collections', { body })
      : await api.post('/api/v1/readlists', { body })
  await stale()
  return saved
}

export async function changeList(kind: ListKind, id: string, change: Partial<ListChange>): Promise<CuratedList> {
  const params = { collection_id: id, read_list_id: id }
  const body = withoutOrder(change)
  const saved =
    kind === 'collections'
      ? await api.patch('/api/v1/collections/{collection_id}', { params, body })
      : await api.patch('/api/v1/readlists/{read_list_id}', { params, body })
  await stale()
  return saved
}

/** A list with a filter has no order of its own. */
function withoutOrder({ ordered, ...rest }: Partial<ListChange>): Partial<ListChange> {
  return rest.condition || ordered === undefined ? rest : { ...rest, ordered }
}

export async function deleteList(kind: ListKind, id: string): Promise<void> {
  leaving.add(id)
  try {
    if (kind === 'collections') {
      await api.delete('/api/v1/collections/{collection_id}', { params: { collection_id: id } })
    } else await api.delete('/api/v1/readlists/{read_list_id}', { params: { read_list_id: id } })
  } catch (error) {
    leaving.delete(id)
    throw error
  }
  // The page of all lists must not request its cover any more.
  queryClient.setQueryData<readonly CuratedList[]>(queryKeys.listKind(kind), lists =>
    lists?.filter(list => list.id !== id),
  )
}

/** After a deletion, once its page is left: a page still open would request it again. */
export function forgetList(kind: ListKind, id: string): void {
  leaving.delete(id)
  queryClient.removeQueries({ queryKey: queryKeys.curatedList(kind, id) })
}

/** Something else may have been added to it since. */
export async function deleteIfEmpty(kind: ListKind, id: string): Promise<void> {
  const list = await queryClient.fetchQuery({ ...curatedListQuery(kind, id), staleTime: 0 })
  if (!isEmpty(list)) return
  await deleteList(kind, id)
  forgetList(kind, id)
}

/** Returns the ids of those that were not in the list. */
export async function addToList(kind: ListKind, id: string, ids: readonly string[]): Promise<readonly string[]> {
  const { addedIds = [] } =
    kind === 'collections'
      ? await api.post('/api/v1/collections/{collection_id}/series', {
          params: { collection_id: id },
          body: { seriesIds: [...ids] },
        })
      : await api.post('/api/v1/readlists/{read_list_id}/books', {
          params: { read_list_id: id },
          body: { bookIds: [...ids] },
        })
  await stale()
  return addedIds
}

export async function removeFromList(kind: ListKind, id: string, itemIds: readonly string[]): Promise<void> {
  if (kind === 'collections') {
    await api.post('/api/v1/collections/{collection_id}/series/remove', {
      params: { collection_id: id },
      body: { seriesIds: [...itemIds] },
    })
  } else {
    await api.post('/api/v1/readlists/{read_list_id}/books/remove', {
      params: { read_list_id: id },
      body: { bookIds: [...itemIds] },
    })
  }
  await stale()
}

export async function reorderList(kind: ListKind, id: string, ids: readonly string[]): Promise<void> {
  if (kind === 'collections') {
    await api.put('/api/v1/collections/{collection_id}/series', {
      params: { collection_id: id },
      body: { seriesIds: [...ids] },
    })
  } else {
    await api.put('/api/v1/readlists/{read_list_id}/books', {
      params: { read_list_id: id },
      body: { bookIds: [...ids] },
    })
  }
  await stale()
}

/** The first entry of a list whose book is to be chosen; null if there is none any more. */
export async function firstUndecided(id: string): Promise<ReadListEntryDto | null> {
  for (let page = 1; ; page++) {
    const { data, totalPages } = await queryClient.fetchQuery({ ...entriesQuery(id, page, mostArranged), staleTime: 0 })
    const entry = data.find(({ undecided }) => undecided)
    if (entry) return entry
    if (page < totalPages) continue
    // All were matched elsewhere in the meantime.
    await stale()
    return null
  }
}

/** The books that an undecided entry may mean, the best first: it is matched like a list of its own. */
export const candidatesQuery = ({ id, wanted, undecided }: ReadListEntryDto) =>
  queryOptions({
    queryKey: [...queryKeys.curatedLists, 'candidates', id],
    queryFn: async ({ signal }) => {
      const body = new FormData()
      body.append('file', new File([JSON.stringify({ entries: [wanted] })], 'entry.json'))
      const { entries } = await api.post('/api/v1/readlists/files/match', { body, signal })
      return entries[0]?.candidates ?? []
    },
    enabled: undecided && wanted != null,
  })

/** Null makes it a missing book again; `decline` says that none of those that match is right. */
export async function setEntryBook(id: string, entryId: string, bookId: string | null, decline = false): Promise<void> {
  await api.put('/api/v1/readlists/{read_list_id}/entries/{entry_id}/book', {
    params: { read_list_id: id, entry_id: entryId },
    body: { bookId, decline },
  })
  await stale()
}

export async function setSection(id: string, itemId: string, section: string | null): Promise<void> {
  await api.put('/api/v1/readlists/{read_list_id}/books/{book_id}/section', {
    params: { read_list_id: id, book_id: itemId },
    body: { section },
  })
  await stale()
}
