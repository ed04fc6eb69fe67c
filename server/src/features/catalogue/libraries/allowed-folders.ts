import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { allLibraries } from './libraries.queries'

export { namedFolders } from './library-folder'

/** Folders that libraries may be in (`libraries.roots`). */
export interface FolderRules {
  readonly dataDir: string
  /** Folders in which all libraries have to be; none: administrators choose freely. */
  readonly roots: readonly string[]
}

/**
 * The folders in which this viewer may look and make libraries, as real paths; null for any. When the roots are set they
 * bind everybody; otherwise everyone but administrators is limited to the folders of libraries they see.
 */
export async function foldersOpenTo(reader: Reader, viewer: Viewer, { roots }: FolderRules): Promise<string[] | null> {
  if (roots.length > 0) return Promise.all(roots.map(realOr))
  if (viewer.userPk === 0 || viewer.permissions.has('system-admin')) return null
  const libraries = await allLibraries(reader, viewer)
  return libraries.flatMap(({ folders }) => folders.map(({ path }) => path))
}

/**
 * Whether a folder can be a library's: none that holds the database, keys and covers, and none inside or around it.
 * The text names no folder and is the same whether it is there: ask before anything else looks at the disk.
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

/** Whether a path is a folder or something in it; both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/**
 * The real path of a folder; of one that is missing, what it would be: the real path of the nearest folder above it that
 * is there, and the rest. So the answer about a place out of reach is the same whether something is there.
 */
export async function realOr(path: string): Promise<string> {
  return realpath(path).catch(async () =>
    isAbsolute(path) && dirname(path) !== path ? join(await realOr(dirname(path)), basename(path)) : path,
  )
}

/** The folders that a request names, as they are written. */
export function foldersOf({
  path,
  paths,
}: {
  path?: string | null | undefined
  paths?: readonly string[] | null | undefined
}) {
  return [...(path == null ? [] : [path.trim()]), ...(paths ?? []).map(each => each.trim())]
}
