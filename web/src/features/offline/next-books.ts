import { api } from '../../api/client'
import type { BookDto } from '../../api/types'
import { MOST_BOOKS } from '../../device/downloads'
import { readingState } from '../progress'

export interface BooksFrom {
  readonly kind: 'series' | 'list'
  readonly id: string
  readonly title: string
  /** For a list: whether it has its own order, with sections and missing books. */
  readonly arranged?: boolean
}

const PAGE_SIZE = 100

/** The first `most` unfinished books, in order. */
export async function nextBooks(from: BooksFrom, most: number): Promise<readonly BookDto[]> {
  if (from.kind === 'series') {
    const books = await api.get('/api/v1/series/{series_id}/books', { params: { series_id: from.id } })
    return unread(books).slice(0, most)
  }
  const found: BookDto[] = []
  for (let page = 1; found.length < most; page++) {
    const answer = await pageOfList(from, page)
    found.push(...unread(answer.books))
    if (page >= answer.totalPages || page * PAGE_SIZE >= MOST_BOOKS) break
  }
  return found.slice(0, most)
}

async function pageOfList({ id, arranged }: BooksFrom, page: number) {
  const params = { read_list_id: id }
  const query = { page, pageSize: PAGE_SIZE }
  if (arranged) {
    const { data, totalPages } = await api.get('/api/v1/readlists/{read_list_id}/entries', { params, query })
    return { totalPages, books: data.flatMap(({ book }) => book ?? []) }
  }
  const { data, totalPages } = await api.post('/api/v1/readlists/{read_list_id}/books/list', {
    params,
    query,
    body: {},
  })
  return { totalPages, books: data }
}

const unread = (books: readonly BookDto[]) =>
  books.filter(book => !book.deleted && book.pageCount > 0 && readingState(book) !== 'read')
