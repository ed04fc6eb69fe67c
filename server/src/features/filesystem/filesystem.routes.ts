import { browseFilesystem, listDrives } from '@octavo/contract/filesystem'
import type { Binder } from '../../http/bind'
import { browse, places } from './browse'

/** The server's disk, as far as one needs it to choose a library's folder. */
export function filesystemRoutes(binder: Binder): void {
  binder.bind(browseFilesystem, ({ query }) => browse(query.path))
  binder.bind(listDrives, places)
}
