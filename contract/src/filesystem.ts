import { nullable } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const FileSystemEntry = z
  .object({ name: z.string(), path: z.string(), isDirectory: z.boolean(), isReadable: z.boolean() })
  .meta({ id: 'FileSystemEntry' })
export type FileSystemEntry = z.infer<typeof FileSystemEntry>

export const BrowseResponse = z
  .object({ currentPath: z.string(), parentPath: nullable(z.string()), entries: z.array(FileSystemEntry) })
  .meta({ id: 'BrowseResponse' })
export type BrowseResponse = z.infer<typeof BrowseResponse>

export const browseFilesystem = route({
  id: 'browse_filesystem',
  method: 'get',
  path: '/api/v1/filesystem/browse',
  tag: 'Filesystem',
  summary: "Folders on the server's disk, to choose a library from",
  access: 'libraries-write',
  wholeSight: true,
  query: z.object({ path: z.string().max(4096).optional() }),
  status: 200,
  payload: json(BrowseResponse),
})

export const listDrives = route({
  id: 'list_drives',
  method: 'get',
  path: '/api/v1/filesystem/drives',
  tag: 'Filesystem',
  summary: 'Where browsing may start',
  access: 'libraries-write',
  wholeSight: true,
  status: 200,
  payload: json(z.array(FileSystemEntry)),
})
