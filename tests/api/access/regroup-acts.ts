// Merges, splits and moves, which need several series or books.
import type { BookDto } from '@octavo/contract/book'
import type { DuplicateBooksDto, MergeDuplicatesDto } from '@octavo/contract/duplicate-books'
import type { Paginated } from '@octavo/contract/paging'
import type { RegroupingResponse } from '@octavo/contract/regrouping'
import type { Inhabited } from '../people'
import { jsonInit, type World } from './objects'
import type { Person } from './people'

type Act = () => Promise<Response>

/** Requests by operation id; the administrator prepares what they need, and undoes the rest. */
export function regroupActs({ admin }: Inhabited, who: Person, world: World): Readonly<Record<string, Act>> {
  const { series = '', book = '' } = world.open
  const others = async () => {
    const { data } = await admin.get<{ data: readonly BookDto[] }>(`/api/v1/books?seriesId=${series}&pageSize=50`)
    return data.filter(({ id }) => id !== book).map(({ id }) => id)
  }
  const undo = (id: string | undefined) => admin.post(`/api/v1/regroupings/${id}/undo`)
  /** A series of one book. */
  const splitOff = async () => {
    const bookIds = (await others()).slice(0, 1)
    const { regroupings } = await admin.post<RegroupingResponse>(`/api/v1/series/${series}/split`, {
      bookIds,
      title: 'Split off',
    })
    return { id: regroupings[0]?.id, seriesId: regroupings[0]?.into?.id ?? '', bookIds }
  }
  const done = async (response: Response): Promise<Response> => {
    const { regroupings } = (await response.clone().json()) as RegroupingResponse
    await undo(regroupings[0]?.id)
    return response
  }
  return {
    merge_series: async () => {
      const { id, seriesId } = await splitOff()
      const response = await done(await who.as.fetch(`/api/v1/series/${series}/merge`, jsonInit({ seriesId })))
      await undo(id)
      return response
    },
    split_series: async () =>
      done(
        await who.as.fetch(
          `/api/v1/series/${series}/split`,
          jsonInit({ bookIds: (await others()).slice(0, 1), title: 'Split off' }),
        ),
      ),
    move_books: async () => {
      const { id, seriesId } = await splitOff()
      const moved = await who.as.fetch(
        '/api/v1/books/move',
        jsonInit({ bookIds: (await others()).slice(0, 1), seriesId }),
      )
      await done(moved)
      await undo(id)
      return moved
    },
    merge_books: async () =>
      done(await who.as.fetch(`/api/v1/books/${book}/merge`, jsonInit({ bookIds: (await others()).slice(0, 1) }))),
    merge_duplicate_books: async () => {
      const { data } = await admin.get<Paginated<DuplicateBooksDto>>('/api/v1/duplicates/books')
      const group = data.find(({ books }) => new Set(books.map(({ libraryId }) => libraryId)).size === 1)
      const [bookId, ...bookIds] = group?.books.map(({ id }) => id) ?? []
      const merges = [{ duplicateId: group?.id, bookId, bookIds }]
      const response = await who.as.fetch('/api/v1/duplicates/books/merge', jsonInit({ merges }))
      const { results } = (await response.clone().json()) as MergeDuplicatesDto
      await undo(results[0]?.regroupingIds[0])
      return response
    },
    undo_regrouping: async () => {
      const { id } = await splitOff()
      return who.as.fetch(`/api/v1/regroupings/${id}/undo`, { method: 'POST' })
    },
  }
}
