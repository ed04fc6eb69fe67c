import { constants } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { BrowseResponse, FileSystemEntry } from '@octavo/contract/filesystem'
import { sortNaturally } from '../../formats/natural-order'
import { AppError } from '../../kernel/app-error'

/** Entries of one folder sent at most; a person who looks for a folder does not read on. */
const MAX_ENTRIES = 5_000

/**
 * What lies in a folder of the server's disk: folders first, hidden things left out. Without a path the home folder.
 * @throws BadRequest when there is no such folder, or it may not be read
 */
export async function browse(given: string | undefined): Promise<BrowseResponse> {
  const wanted = given?.trim() || homedir()
  if (!isAbsolute(wanted)) throw new AppError('BadRequest', `Give the whole path, from the root of the disk: ${wanted}`)
  const path = await realpath(wanted).catch(error => refuse(wanted, error))
  const entries = await readdir(path, { withFileTypes: true }).catch(error => refuse(wanted, error))
  const shown = entries.filter(entry => !entry.name.startsWith('.')).slice(0, MAX_ENTRIES)
  const found = (await Promise.all(shown.map(entry => look(path, entry.name)))).filter(entry => entry !== null)
  const sorted = sortNaturally(found, entry => entry.name)
  const parent = dirname(path)
  return {
    currentPath: path,
    parentPath: parent === path ? null : parent,
    entries: [...sorted.filter(entry => entry.isDirectory), ...sorted.filter(entry => !entry.isDirectory)],
  }
}

/** Null for what is neither a folder nor a file, and for a link to nothing. */
async function look(folder: string, name: string): Promise<FileSystemEntry | null> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => null)
  if (!found || !(found.isDirectory() || found.isFile())) return null
  return { name, path, isDirectory: found.isDirectory(), isReadable: await isReadable(path) }
}

/** Tried, not asked: rights are not all that can keep a folder from being read. */
async function isReadable(path: string): Promise<boolean> {
  const opened = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null)
  await opened?.close()
  return opened !== null
}

function refuse(path: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') throw new AppError('BadRequest', `There is no folder ${path} on the server`)
  if (code === 'ENOTDIR') throw new AppError('BadRequest', `${path} is not a folder`)
  if (code === 'EACCES' || code === 'EPERM') throw new AppError('BadRequest', `Octavo may not read the folder ${path}`)
  throw new AppError('BadRequest', `The folder ${path} cannot be opened (${code ?? 'unknown reason'})`)
}

/** Folders under which systems put disks that are not always there. */
const MOUNT_FOLDERS = ['/media', '/mnt', '/Volumes', '/run/media']

/** Where browsing may start: the home folder, the root of each disk, and what is mounted beside them. */
export async function places(): Promise<FileSystemEntry[]> {
  const disks = process.platform === 'win32' ? windowsDisks() : ['/']
  const mounted = await Promise.all(
    MOUNT_FOLDERS.map(async folder => (await readdir(folder).catch(() => [])).map(name => join(folder, name))),
  )
  const paths = [homedir(), ...disks, ...mounted.flat()]
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
