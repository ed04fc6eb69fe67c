import { browseFilesystem, listDrives } from '@octavo/contract/filesystem'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { Viewer } from '../../../kernel/viewer'
import { libraryFolders } from '../libraries'
import { browse, places, type Reach } from './browse'

export interface FilesystemDeps {
  readonly reader: Reader
  readonly folderRules: libraryFolders.FolderRules
}

/** Browsing the server's disk to choose a library folder. Returns the listing of a folder, for other protocols. */
export function filesystemRoutes(binder: Binder, { reader, folderRules }: FilesystemDeps) {
  const reachOf = async (viewer: Viewer): Promise<Reach> => ({
    open: await libraryFolders.foldersOpenTo(reader, viewer, folderRules),
    closed: await libraryFolders.realOr(folderRules.dataDir),
  })
  const browseAs = async (viewer: Viewer, path: string | undefined) => browse(path, await reachOf(viewer))
  binder.bind(browseFilesystem, ({ viewer, query }) => browseAs(viewer, query.path))
  binder.bind(listDrives, async ({ viewer }) => places(await reachOf(viewer)))
  return browseAs
}
