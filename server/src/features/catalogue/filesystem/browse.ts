import { constants } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { BrowseResponse, FileSystemEntry } from '@octavo/contract/filesystem'
import { sortNaturally } from '../../../formats/natural-order'
import { refused } from '../../../kernel/app-error'
import { libraryFolders } from '../libraries'

/** Maximum number of entries of a folder. */
const MAX_ENTRIES = 5_000

/** The folders that somebody may browse, as real paths. */
export interface Reach {
  /** Allowed folders; null for the whole disk. */
  readonly open: readonly string[] | null
  /** The data folder, which is never shown. */
  readonly closed: string
}

/**
 * The contents of a folder on the server: folders first, without hidden entries. Without a path, the home folder, or
 * the first allowed folder.
 * @throws BadRequest for a missing or unreadable folder; Forbidden for one outside the allowed folders, whether it
 * exists or not
 */
export async function browse(given: string | undefined, { open, closed }: Reach): Promise<BrowseResponse> {
  const wanted = given?.trim() || (open === null ? homedir() : (open[0] ?? ''))
  const { isWithin, realOr, refuseFolder } = libraryFolders
  const isOpen = (path: string) =>
    !isWithin(path, closed) && (open === null || open.some(folder => isWithin(path, folder)))
  if (open === null && !isAbsolute(wanted)) {
    throw refused('BadRequest', 'folder_relative', `Use an absolute path: ${wanted}`, { where: wanted })
  }
  if (!isAbsolute(wanted) || !isOpen(await realOr(wanted))) {
    throw refused('Forbidden', 'folder_refused', 'This folder cannot be used for a library here')
  }
  const path = await realpath(wanted).catch(error => refuseFolder(wanted, error))
  const entries = await readdir(path, { withFileTypes: true }).catch(error => refuseFolder(wanted, error))
  const isShown = (name: string) => !name.startsWith('.') && join(path, name) !== closed
  const shown = entries.filter(({ name }) => isShown(name)).slice(0, MAX_ENTRIES)
  const found = (await Promise.all(shown.map(entry => look(path, entry.name)))).filter(entry => entry !== null)
  const sorted = sortNaturally(found, entry => entry.name)
  const parent = dirname(path)
  return {
    currentPath: path,
    parentPath: parent === path || !isOpen(parent) ? null : parent,
    entries: [...sorted.filter(entry => entry.isDirectory), ...sorted.filter(entry => !entry.isDirectory)],
  }
}

/** Null for special files and dangling links. */
async function look(folder: string, name: string): Promise<FileSystemEntry | null> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => null)
  if (!found || !(found.isDirectory() || found.isFile())) return null
  return { name, path, isDirectory: found.isDirectory(), isReadable: await isReadable(path) }
}

/** Tried rather than asked: permissions are not the only obstacle. */
async function isReadable(path: string): Promise<boolean> {
  const opened = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null)
  await opened?.close()
  return opened !== null
}

/** Folders under which systems mount removable disks. */
const MOUNT_FOLDERS = ['/media', '/mnt', '/Volumes', '/run/media']

/** Where browsing may start: the allowed folders, or the home folder, the root of each disk, and mounts. */
export async function places({ open }: Pick<Reach, 'open'>): Promise<FileSystemEntry[]> {
  if (open !== null) return existing(open)
  const disks = process.platform === 'win32' ? windowsDisks() : ['/']
  const mounted = await Promise.all(
    MOUNT_FOLDERS.map(async folder => (await readdir(folder).catch(() => [])).map(name => join(folder, name))),
  )
  return existing([homedir(), ...disks, ...mounted.flat()])
}

async function existing(paths: readonly string[]): Promise<FileSystemEntry[]> {
  const entries = await Promise.all(
    paths.map(async path => {
      const found = await stat(path).catch(() => null)
      return found?.isDirectory() ? { name: path, path, isDirectory: true, isReadable: await isReadable(path) } : null
    }),
  )
  return entries.filter(entry => entry !== null)
}

function windowsDisks(): string[] {
  return Array.from({ length: 26 }, (_, letter) => `${String.fromCharCode(65 + letter)}:\\`)
}
