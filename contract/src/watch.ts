import { nullable, Timestamp } from './ids'
import { LibraryParams } from './library'
import { json, route } from './route'
import * as z from './zod'

/**
 * `events`: the system reports changes. `polling`: the folders are checked from time to time. `away`: the folder is
 * missing now.
 */
const STATES = ['starting', 'events', 'polling', 'away'] as const

export const LibraryWatchDto = z
  .object({
    state: z.enum(['off', ...STATES]),
    /** Why it is off: by the server's settings, by the library's own, or because it was never scanned. */
    reason: nullable(z.enum(['setting', 'library', 'not_scanned'])),
    folders: z.array(
      z.object({
        path: z.string(),
        state: z.enum(STATES),
        /** Why it is polled: its disk doesn't report changes, or the system has no watches left. */
        reason: nullable(z.enum(['file_system', 'limit'])),
        /** The file system type, such as nfs4. */
        detail: nullable(z.string()),
        /** Number of folders in it when watching began. */
        folders: z.int(),
        everySeconds: nullable(z.int()),
        since: Timestamp,
      }),
    ),
  })
  .meta({ id: 'LibraryWatchDto' })
export type LibraryWatchDto = z.infer<typeof LibraryWatchDto>

export const getLibraryWatch = route({
  id: 'get_library_watch',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/watch',
  tag: 'Scans',
  summary: 'Whether and how the folders of a library are watched',
  access: 'libraries-write',
  params: LibraryParams,
  status: 200,
  payload: json(LibraryWatchDto),
  errors: [404],
})
