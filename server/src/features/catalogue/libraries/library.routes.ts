import {
  type CreateLibraryRequest,
  createLibrary,
  deleteLibrary,
  getLibrary,
  listLibraries,
  type UpdateLibraryRequest,
  updateLibrary,
} from '@octavo/contract/library'
import type { Binder } from '../../../http/bind'
import { envelope, linkHeader } from '../../../http/envelope'
import { tagged } from '../../../http/reply-cache'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import type { Covers } from '../covers'
import * as create from './create-library'
import * as remove from './delete-library'
import { allLibraries, findLibrary } from './libraries.queries'
import { libraryView } from './library.view'
import * as update from './update-library'

export interface LibraryDeps extends create.LibraryChanges {
  readonly covers: Covers
}

/** Libraries: list, create, change, delete. Returns the changes, for other protocols. */
export function libraryRoutes(binder: Binder, deps: LibraryDeps) {
  const { reader } = deps

  binder.bind(listLibraries, async ({ viewer, query: { page, pageSize }, url, request }) => {
    const rows = await allLibraries(reader, viewer)
    const shown = rows.slice((page - 1) * pageSize, page * pageSize)
    const frame = envelope(
      url,
      page,
      pageSize,
      rows.length,
      shown.map(row => libraryView(row, viewer)),
    )
    return tagged(request, frame, linkHeader(frame))
  })

  binder.bind(createLibrary, async ({ viewer, body }) => {
    const id = await create.createLibrary(deps, viewer, body)
    // People who see only some libraries get access to what they create.
    return libraryView(await findLibrary(reader, SYSTEM_VIEWER, id), viewer)
  })

  binder.bind(getLibrary, async ({ viewer, params }) =>
    libraryView(await findLibrary(reader, viewer, params.library_id), viewer),
  )

  binder.bind(updateLibrary, async ({ viewer, params, body }) => {
    await update.updateLibrary(deps, viewer, params.library_id, body)
    return libraryView(await findLibrary(reader, viewer, params.library_id), viewer)
  })

  binder.bind(deleteLibrary, async ({ viewer, params }) => {
    await remove.deleteLibrary(deps, viewer, params.library_id)
    return null
  })
  return {
    create: (viewer: Viewer, request: CreateLibraryRequest) => create.createLibrary(deps, viewer, request),
    update: (viewer: Viewer, id: string, request: UpdateLibraryRequest) =>
      update.updateLibrary(deps, viewer, id, request),
    remove: (viewer: Viewer, id: string) => remove.deleteLibrary(deps, viewer, id),
  }
}
