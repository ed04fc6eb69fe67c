import { BookDto, BookListRequest } from './book'
import {
  changedList,
  LIST_MEMBERS_AT_ONCE,
  ListRule,
  ListSharingDto,
  listFacts,
  newList,
  SetListSharingRequest,
  SORT_DIRECTIONS,
} from './curated-list'
import { Int32, Int64, nullable, Uuid } from './ids'
import { PageQuery, paginated, SortQuery } from './paging'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

export const ReadListDto = z
  .object({
    id: Uuid,
    name: z.string(),
    summary: nullable(z.string()),
    ordered: z.boolean().meta({ description: 'Books are in the order of the list unless a sort is named' }),
    automatic: z.boolean().meta({ description: 'Books come from a rule' }),
    condition: nullable(ListRule.meta({ description: 'The rule, for those who may edit it' })),
    bookCount: Int64.min(0).meta({ description: 'Books that the caller sees; in lists 0 for an automatic one' }),
    wantedCount: Int64.min(0).meta({ description: 'Entries whose book is missing, or hidden from the caller' }),
    undecidedCount: Int64.min(0).meta({
      description: 'Those for which the owner has yet to choose among several matching books; 0 for everyone else',
    }),
    ...listFacts,
  })
  .meta({ id: 'ReadListDto' })
export type ReadListDto = z.infer<typeof ReadListDto>

export const ReadListListResponse = z
  .object({ items: z.array(ReadListDto), total: Int64.min(0) })
  .meta({ id: 'ReadListListResponse' })
export type ReadListListResponse = z.infer<typeof ReadListListResponse>

export const CreateReadListRequest = z
  .object({
    ...newList,
    ordered: z.boolean().optional().meta({ description: 'true if absent' }),
    condition: nullable(ListRule.meta({ description: 'Makes the list automatic' })),
  })
  .meta({ id: 'CreateReadListRequest' })
export type CreateReadListRequest = z.infer<typeof CreateReadListRequest>

export const UpdateReadListRequest = z.object(changedList).meta({ id: 'UpdateReadListRequest' })
export type UpdateReadListRequest = z.infer<typeof UpdateReadListRequest>

const BookIds = z.array(Uuid).max(LIST_MEMBERS_AT_ONCE)
export const AddBooksToReadListRequest = z.object({ bookIds: BookIds }).meta({ id: 'AddBooksToReadListRequest' })
export const RemoveBooksFromReadListRequest = z
  .object({ bookIds: BookIds.meta({ description: 'Books and missing books' }) })
  .meta({ id: 'RemoveBooksFromReadListRequest' })
export const ReorderReadListBooksRequest = z
  .object({ bookIds: BookIds.meta({ description: 'Books and missing books; others stay where they are' }) })
  .meta({ id: 'ReorderReadListBooksRequest' })

export const ReadListEntryDto = z
  .object({
    id: Uuid.meta({ description: 'The id of the book, or of the entry while no library has it' }),
    section: nullable(z.string().meta({ description: 'The title of the section that begins here' })),
    book: nullable(BookDto),
    undecided: z.boolean().meta({ description: 'Several books match, and the owner has yet to choose' }),
    wanted: nullable(
      z.object({
        series: z.string(),
        number: nullable(z.string()),
        volume: nullable(Int32),
        year: nullable(Int32),
      }),
    ),
  })
  .meta({ id: 'ReadListEntryDto' })
export type ReadListEntryDto = z.infer<typeof ReadListEntryDto>

export const SetReadListEntryBookRequest = z
  .object({
    bookId: Uuid.nullable().meta({
      description: 'null makes it a missing book again; scans do not choose the same book again',
    }),
    decline: z.boolean().optional().meta({
      description:
        'With null, for an undecided entry: none of the matching books is right, and scans choose none of them',
    }),
  })
  .meta({ id: 'SetReadListEntryBookRequest' })
export type SetReadListEntryBookRequest = z.infer<typeof SetReadListEntryBookRequest>

export const SetReadListSectionRequest = z
  .object({ section: nullable(z.string().meta({ description: 'null ends the section before' })) })
  .meta({ id: 'SetReadListSectionRequest' })

export const ReadListNeighboursDto = z
  .object({ prev: nullable(BookDto), next: nullable(BookDto), position: Int64, total: Int64 })
  .meta({ id: 'ReadListNeighboursDto' })
export type ReadListNeighboursDto = z.infer<typeof ReadListNeighboursDto>

export const READ_LIST_SORTS = ['manual', 'release', 'title', 'added'] as const
const SortedQuery = z.object({
  sort: z.enum(READ_LIST_SORTS).optional(),
  direction: z.enum(SORT_DIRECTIONS).optional(),
})

const tagged = { tag: 'Read Lists', access: 'readlists-read' } as const
const one = { ...tagged, params: z.object({ read_list_id: Uuid }), errors: [404] } as const
const changes = { ...one, scope: 'progress-write' } as const
const member = { params: z.object({ read_list_id: Uuid, book_id: Uuid }) } as const

export const listReadLists = route({
  ...tagged,
  id: 'list_readlists',
  method: 'get',
  path: '/api/v1/readlists',
  summary: 'Reading lists that the caller sees, by name',
  status: 200,
  payload: json(ReadListListResponse),
  also: [304],
})

export const createReadList = route({
  ...tagged,
  id: 'create_readlist',
  method: 'post',
  path: '/api/v1/readlists',
  summary: 'Create a reading list; a shared one requires the permission readlists-write',
  scope: 'progress-write',
  body: CreateReadListRequest,
  status: 201,
  payload: json(ReadListDto),
  errors: [409],
})

export const getReadList = route({
  ...one,
  id: 'get_readlist',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}',
  summary: 'One reading list',
  status: 200,
  payload: json(ReadListDto),
})

export const updateReadList = route({
  ...changes,
  id: 'update_readlist',
  method: 'patch',
  path: '/api/v1/readlists/{read_list_id}',
  summary: 'Change a reading list; absent fields stay as they are',
  body: UpdateReadListRequest,
  status: 200,
  payload: json(ReadListDto),
  errors: [404, 409],
})

export const deleteReadList = route({
  ...changes,
  id: 'delete_readlist',
  method: 'delete',
  path: '/api/v1/readlists/{read_list_id}',
  summary: 'Delete a reading list; its books stay',
  status: 204,
  payload: nothing,
})

export const getReadListBooks = route({
  ...one,
  id: 'get_readlist_books',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}/books',
  summary: 'The books of a reading list, the first 2,000; `books/list` has them by pages',
  query: SortedQuery,
  status: 200,
  payload: json(z.array(BookDto)),
  also: [304],
})

export const listReadListBooks = route({
  ...one,
  id: 'list_readlist_books',
  method: 'post',
  path: '/api/v1/readlists/{read_list_id}/books/list',
  summary: 'The books of a reading list by pages, filtered and sorted as any books',
  reads: true,
  query: PageQuery.extend(SortQuery.shape),
  body: BookListRequest,
  bodyOptional: true,
  status: 200,
  payload: json(paginated('BookDto', BookDto)),
})

export const listReadListEntries = route({
  ...one,
  id: 'list_readlist_entries',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}/entries',
  summary: 'A manual reading list in its order: books, sections, and missing books',
  query: PageQuery,
  status: 200,
  payload: json(paginated('ReadListEntryDto', ReadListEntryDto)),
})

export const setReadListEntryBook = route({
  ...changes,
  id: 'set_readlist_entry_book',
  method: 'put',
  path: '/api/v1/readlists/{read_list_id}/entries/{entry_id}/book',
  summary: 'Choose the book of a missing entry',
  params: z.object({ read_list_id: Uuid, entry_id: Uuid }),
  body: SetReadListEntryBookRequest,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const setReadListSection = route({
  ...changes,
  ...member,
  id: 'set_readlist_section',
  method: 'put',
  path: '/api/v1/readlists/{read_list_id}/books/{book_id}/section',
  summary: 'Start a section at a book',
  body: SetReadListSectionRequest,
  status: 204,
  payload: nothing,
})

export const getReadListNeighbours = route({
  ...one,
  ...member,
  id: 'get_readlist_neighbours',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}/books/{book_id}/adjacent',
  summary: 'The nearest books before and after one in a reading list that can be opened',
  status: 200,
  payload: json(ReadListNeighboursDto),
})

export const reorderReadListBooks = route({
  ...changes,
  id: 'reorder_readlist_books',
  method: 'put',
  path: '/api/v1/readlists/{read_list_id}/books',
  summary: 'Order the books of a reading list',
  body: ReorderReadListBooksRequest,
  status: 204,
  payload: nothing,
})

export const addReadListBooks = route({
  ...changes,
  id: 'add_readlist_books',
  method: 'post',
  path: '/api/v1/readlists/{read_list_id}/books',
  summary: 'Add books to a reading list; those that are in it stay where they are',
  body: AddBooksToReadListRequest,
  status: 200,
  payload: json(ReadListDto),
})

export const removeReadListBook = route({
  ...changes,
  ...member,
  id: 'remove_readlist_book',
  method: 'delete',
  path: '/api/v1/readlists/{read_list_id}/books/{book_id}',
  summary: 'Remove a book from a reading list; no error if it is not in it',
  status: 204,
  payload: nothing,
})

export const removeReadListBooks = route({
  ...changes,
  id: 'remove_readlist_books',
  method: 'post',
  path: '/api/v1/readlists/{read_list_id}/books/remove',
  summary: 'Remove several books from a reading list; those that are not in it are ignored',
  body: RemoveBooksFromReadListRequest,
  status: 204,
  payload: nothing,
})

export const getReadListThumbnail = route({
  ...one,
  id: 'get_readlist_thumbnail',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}/thumbnail',
  summary: 'The cover of the first book of a reading list',
  status: 307,
  payload: bytes('image/webp'),
})

export const getBookReadLists = route({
  ...tagged,
  id: 'get_book_readlists',
  method: 'get',
  path: '/api/v1/books/{book_id}/readlists',
  summary: 'Manual reading lists that contain a book',
  params: z.object({ book_id: Uuid }),
  status: 200,
  payload: json(ReadListListResponse),
  errors: [404],
})

export const getReadListSharing = route({
  ...changes,
  access: 'readlists-write',
  id: 'get_readlist_sharing',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}/sharing',
  summary: 'Shares of a reading list, for its owner',
  status: 200,
  payload: json(ListSharingDto),
})

export const setReadListSharing = route({
  ...changes,
  access: 'readlists-write',
  id: 'set_readlist_sharing',
  method: 'put',
  path: '/api/v1/readlists/{read_list_id}/sharing',
  summary: 'Set who can see and edit a reading list',
  body: SetListSharingRequest,
  status: 200,
  payload: json(ListSharingDto),
  errors: [404, 409],
})
