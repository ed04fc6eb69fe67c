import { access, constants, lstat, open, readdir, realpath, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { SparedFileDto } from '@octavo/contract/file-deletion'
import { namedLike } from '../../../formats/sidecar/sidecar-files'
import { storableStamp } from '../../../formats/stamp'
import type { DoomedBook } from './doomed-books.queries'

/** Why a file was not deleted, in words. */
export class Spared extends Error {
  override readonly name = 'Spared'
  constructor(
    readonly why: SparedFileDto['why'],
    message: string,
  ) {
    super(message)
  }
}

export interface DoomedFile {
  /** Absolute, without links. */
  readonly path: string
  /** Below the library's folder, as shown to people. */
  readonly shown: string
  readonly size: number
  readonly kind: 'book' | 'sidecar'
}

/** The names of files in folders that one plan has read. */
export type FolderNames = Map<string, readonly string[]>

/**
 * The file of a book and the sidecar files with its name. Files outside the library's folder, behind a link, or changed
 * since the scan are never deleted.
 * @throws Spared
 */
export async function filesOf(book: DoomedBook, folders: FolderNames): Promise<DoomedFile[]> {
  const folder = await folderOf(book)
  const path = join(folder, basename(book.path))
  const found = await lstat(path).catch(error => spare(path, error))
  if (found.isDirectory()) throw new Spared('image_folder', 'This book is a folder of images. Delete it by hand.')
  if (!found.isFile())
    throw new Spared('not_a_file', 'This is a link or a device, not a file. Nothing is deleted through links.')
  const { size, modifiedMs } = storableStamp({ size: found.size, modifiedMs: found.mtimeMs, inode: found.ino })
  if (size !== book.file_size || modifiedMs !== book.file_modified_ms) {
    throw new Spared('changed', 'The file has changed since it was scanned. Scan the library first.')
  }
  await access(folder, constants.W_OK).catch(error => spare(folder, error))
  const files: DoomedFile[] = [{ path, shown: book.path, size: found.size, kind: 'book' }]
  for (const name of namedLike(basename(book.path), await plainFiles(folder, folders))) {
    const sidecar = join(folder, name)
    const { size } = await lstat(sidecar).catch(error => spare(sidecar, error))
    files.push({ path: sidecar, shown: join(dirname(book.path), name), size, kind: 'sidecar' })
  }
  return files
}

/** The real path of the folder of a book's file. */
async function folderOf({ folder_path, path }: DoomedBook): Promise<string> {
  const root = await realpath(folder_path).catch(error => spare(folder_path, error))
  const given = dirname(join(folder_path, path))
  const folder = await realpath(given).catch(error => spare(given, error))
  const expected = join(root, dirname(path))
  // A link in the path: the file may belong to another library, or to none.
  if (folder !== expected || !isWithin(root, folder)) {
    throw new Spared('linked_path', 'The path to this file contains a link. Nothing is deleted through links.')
  }
  return folder
}

function isWithin(root: string, folder: string): boolean {
  return folder === root || folder.startsWith(root + sep)
}

async function plainFiles(folder: string, folders: FolderNames): Promise<readonly string[]> {
  const known = folders.get(folder)
  if (known) return known
  const entries = await readdir(folder, { withFileTypes: true }).catch(error => spare(folder, error))
  const names = entries.filter(entry => entry.isFile()).map(entry => entry.name)
  folders.set(folder, names)
  return names
}

/**
 * Deletes files, the book's own first, and returns those deleted. After it returns, they stay deleted even after a
 * power cut.
 * @throws Spared if the book's own file could not be deleted; then none was
 */
export async function deleteFiles(files: readonly DoomedFile[]): Promise<DoomedFile[]> {
  const deleted: DoomedFile[] = []
  for (const file of files) {
    try {
      await unlink(file.path)
      deleted.push(file)
    } catch (error) {
      // A sidecar file without its book does no harm.
      if (file.kind === 'book') spare(file.path, error)
    }
  }
  for (const folder of new Set(deleted.map(({ path }) => dirname(path)))) await keep(folder)
  return deleted
}

/** Flushes the changes of a folder to the disk. Some network disks do not support that. */
async function keep(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Removes those of the folders below `root` that are empty, and their parents if these are empty too. */
export async function removeEmptyFolders(root: string, folders: Iterable<string>): Promise<string[]> {
  const real = await realpath(root).catch(() => null)
  if (real === null) return []
  const removed: string[] = []
  for (const start of new Set(folders)) {
    for (let folder = start; folder !== real && isWithin(real, folder); folder = dirname(folder)) {
      // Removes empty folders only.
      const isGone = await rmdir(folder).then(
        () => true,
        () => false,
      )
      if (!isGone) break
      removed.push(relative(real, folder))
    }
  }
  return removed
}

/** Whether a file is provably gone: its library's folder exists, and it does not. */
export async function isGone({ folder_path, path }: DoomedBook): Promise<boolean> {
  const root = await lstat(folder_path).catch(() => null)
  if (!root?.isDirectory()) return false
  return lstat(join(folder_path, path)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
}

function spare(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS') throw new Spared('read_only', 'The disk is read-only, so nothing can be deleted from it.')
  if (code === 'EACCES' || code === 'EPERM') {
    throw new Spared(
      'no_rights',
      `Octavo has no permission to delete here. Give its user write access to ${dirname(path)}.`,
    )
  }
  if (code === 'ENOENT' || code === 'ENOTDIR')
    throw new Spared('gone', 'The file is no longer there. Scan the library.')
  throw new Spared('failed', `The file cannot be deleted (${code ?? 'unknown reason'})`)
}
