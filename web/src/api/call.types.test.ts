import { expect, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { route } from '@octavo/contract/route'
import { addressOf } from './address'
import type { Client } from './call.types'
import { api } from './client'

/** Compiled, never run: every line under `@ts-expect-error` fails the build once the compiler accepts it. */
export const refusedByTheCompiler = {
  paths: () => [
    // @ts-expect-error no such path
    api.get('/api/v1/bookz'),
    // @ts-expect-error the path is there, but not with this method
    api.post('/api/v1/libraries/{library_id}/books', { params: { library_id: 'x' } }),
    // @ts-expect-error bytes are for addresses, not for calls
    api.get('/api/v1/books/{book_id}/file', { params: { book_id: 'x' } }),
    // @ts-expect-error a stream is opened by GET only
    addressOf('/api/v1/auth/login'),
  ],
  params: () => [
    // @ts-expect-error a parameter is missing
    api.get('/api/v1/books/{book_id}'),
    // @ts-expect-error a parameter has another name
    api.get('/api/v1/books/{book_id}', { params: { bookId: 'x' } }),
    // @ts-expect-error a number is none
    addressOf('/api/v1/books/{book_id}/pages/{page_number}', { params: { book_id: 'x', page_number: 'one' } }),
    // @ts-expect-error the path has none
    api.get('/api/v1/books', { params: { book_id: 'x' } }),
  ],
  query: () => [
    // @ts-expect-error unknown in the query
    api.get('/api/v1/books', { query: { pagesize: 3 } }),
    // @ts-expect-error of another type
    api.get('/api/v1/books', { query: { page: 'two' } }),
    // @ts-expect-error required
    api.get('/api/v1/search'),
    // @ts-expect-error required, and only some values
    api.post('/api/v1/books/list/values', { query: { field: 'shelf' } }),
    // @ts-expect-error the lists of series have no values of formats: both paths have to take it
    api.post(`/api/v1/${'series' as 'books' | 'series'}/list/values`, { query: { field: 'format' } }),
  ],
  body: () => [
    // @ts-expect-error no body
    api.post('/api/v1/auth/login'),
    // @ts-expect-error a field is missing
    api.post('/api/v1/auth/login', { body: { username: 'mo' } }),
    // @ts-expect-error a field has another name
    api.patch('/api/v1/books/{book_id}/metadata', { params: { book_id: 'x' }, body: { titel: 'x' } }),
    // @ts-expect-error none is read
    api.delete('/api/v1/libraries/{library_id}', { params: { library_id: 'x' }, body: {} }),
  ],
  answer: async () => {
    const { book } = await api.get('/api/v1/books/{book_id}', { params: { book_id: 'x' } })
    const place = await api.get('/api/v1/books/{book_id}/progress', { params: { book_id: 'x' } })
    return [
      book satisfies BookDto,
      // @ts-expect-error no such field
      book.name,
      // @ts-expect-error 204 has no content
      place.currentPage,
      // @ts-expect-error a deletion answers nothing
      (await api.delete('/api/v1/books/{book_id}/progress', { params: { book_id: 'x' } })).id,
    ]
  },
}

type Renamed = ReturnType<
  typeof route<{
    id: 'get_shelf'
    method: 'get'
    path: '/api/v1/shelves/{shelf_id}'
    tag: 'x'
    summary: 'x'
    access: 'login'
    status: 200
    payload: { kind: 'none' }
  }>
>

/** A contract with one route: nothing else can be called. */
export const byContract = (client: Client<{ 'get /api/v1/shelves/{shelf_id}': Renamed }>) => [
  client.get('/api/v1/shelves/{shelf_id}'),
  // @ts-expect-error under its old name
  client.get('/api/v1/racks/{shelf_id}'),
  // @ts-expect-error by another method
  client.put('/api/v1/shelves/{shelf_id}'),
]

test('there is a function for each method', () => {
  expect(Object.keys(api)).toEqual(['get', 'post', 'put', 'patch', 'delete'])
})
