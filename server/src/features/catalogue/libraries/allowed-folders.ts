import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { allLibraries, libraryOfFolder } from './libraries.queries'
import { libraryFolder } from './library-folder'

export { namedFolders, refuseFolder } from './library-folder'

/** Folders that may contain libraries (`libraries.roots`). */
export interface FolderRules {
  readonly dataDir: string
  /** Folders that must contain all libraries; empty: no restriction for administrators. */
  readonly roots: readonly string[]
}

/**
 * Folders that this viewer may browse and use for libraries, as real paths; null for any. Configured roots apply to
 * everybody; without them, everyone but administrators is limited to the folders of libraries they can see.
 */
export async function foldersOpenTo(reader: Reader, viewer: Viewer, { roots }: FolderRules): Promise<string[] | null> {
  if (roots.length > 0) return Promise.all(roots.map(realOr))
  if (viewer.userPk === 0 || viewer.permissions.has('system-admin')) return null
  const libraries = await allLibraries(reader, viewer)
  return libraries.flatMap(({ folders }) => folders.map(({ path }) => path))
}

/**
 * Rejects a folder that cannot be a library's: one that is inside, or contains, the database, keys or covers. The
 * message names no folder and does not depend on whether it exists: call this before any other access to the disk.
 * @throws Forbidden
 */
export async function requireAllowedFolders(
  reader: Reader,
  viewer: Viewer,
  rules: FolderRules,
  paths: readonly string[],
): Promise<void> {
  const data = await realOr(rules.dataDir)
  const open = await foldersOpenTo(reader, viewer, rules)
  const isAllowed = (path: string) =>
    !isWithin(path, data) && !isWithin(data, path) && (open === null || open.some(root => isWithin(path, root)))
  if ((await Promise.all(paths.map(realOr))).every(isAllowed)) return
  throw refused('Forbidden', 'folder_refused', 'This folder cannot be used for a library here')
}

/** Whether a path is a folder or inside it; both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/**
 * The real path of a folder. Of a missing one, the real path of its nearest existing ancestor plus the rest, so that
 * answers about forbidden places do not reveal what exists.
 */
export async function realOr(path: string): Promise<string> {
  return realpath(path).catch(async () =>
    isAbsolute(path) && dirname(path) !== path ? join(await realOr(dirname(path)), basename(path)) : path,
  )
}

/** The folders that a request names, as written. */
export function foldersOf({
  path,
  paths,
}: {
  path?: string | null | undefined
  paths?: readonly string[] | null | undefined
}) {
  return [...(path == null ? [] : [path.trim()]), ...(paths ?? []).map(each => each.trim())]
}

/**
 * The library of a folder, if there is one; the folder may be unreadable, such as on an unmounted disk.
 * @throws BadRequest if there is none and the folder cannot be read
 */
export async function libraryAt(reader: Reader, folder: string): Promise<{ readonly id: string } | null> {
  const known = await libraryOfFolder(reader, await realOr(folder))
  return known ?? (await libraryOfFolder(reader, await libraryFolder(folder))) ?? null
}
