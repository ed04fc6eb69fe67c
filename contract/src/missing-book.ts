import { Int64, Timestamp, Uuid } from './ids'
import { LibraryParams } from './library'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

/** A book whose file or folder is gone. It is hidden, and returns with everyone's progress when its file does. */
export const MissingBookDto = z
  .object({
    id: Uuid,
    title: z.string(),
    /** The library folder of the file. */
    folder: z.string(),
    /** The folder was removed from the library. */
    folderRemoved: z.boolean(),
    /** Former path of the file below that folder. */
    path: z.string(),
    seriesTitle: z.string(),
    fileSize: Int64,
    since: Timestamp,
    /** Names of people who have started or read it. */
    readers: z.array(z.string()),
  })
  .meta({ id: 'MissingBookDto' })
export type MissingBookDto = z.infer<typeof MissingBookDto>

export const listMissingBooks = route({
  id: 'list_missing_books',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/missing-books',
  tag: 'Libraries',
  summary: 'Missing books of a library, latest first',
  access: 'libraries-write',
  params: LibraryParams,
  query: PageQuery,
  status: 200,
  payload: json(paginated('MissingBookDto', MissingBookDto)),
  errors: [404],
})

export const purgeMissingBook = route({
  id: 'purge_missing_book',
  method: 'delete',
  path: '/api/v1/libraries/{library_id}/missing-books/{book_id}',
  tag: 'Libraries',
  summary: "Purge a missing book, with everyone's progress",
  access: 'libraries-write',
  params: LibraryParams.extend({ book_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})
