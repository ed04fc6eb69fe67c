import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { isFolderName } from '../../../formats/book-names'
import type { FileStamp } from '../../../formats/facts'
import { FEWEST_IMAGES, folderStamp, isFolderPage, isOverfull, membersOf } from '../../../formats/folder/image-folder'
import { isInfoFile } from '../../../formats/sidecar/info-files'
import { storableStamp } from '../../../formats/stamp'
import type { Folder } from './scan.types'
import type { WalkedFile } from './walked-file'

/** Members checked concurrently. */
const LOOKS_AT_ONCE = 64

/** Whether a plain file with this name can be part of an image folder. */
export function isFolderMember(name: string): boolean {
  return isFolderPage(name) || isInfoFile(name)
}

/**
 * Whether a folder without book files, with these members, is a book. The library's root never is: a book needs a name
 * within its library.
 */
export function makesBook(folder: string, members: readonly string[]): boolean {
  return folder !== '' && isFolderName(nameOf(folder)) && members.filter(isFolderPage).length >= FEWEST_IMAGES
}

/** The book of an image folder; null if it is gone. Opens no file. */
export async function bookOfImages(root: Folder, folder: string, names: readonly string[]): Promise<WalkedFile | null> {
  const at = `${root.path}/${folder}`
  const { pages, infos } = membersOf(names)
  const members = isOverfull(pages) ? [] : [...pages, ...infos]
  const stats: Stats[] = []
  for (let from = 0; from < members.length; from += LOOKS_AT_ONCE) {
    const looks = members.slice(from, from + LOOKS_AT_ONCE).map(name => lstat(`${at}/${name}`).catch(unlessGone))
    for (const stat of await Promise.all(looks)) if (stat?.isFile()) stats.push(stat)
  }
  const own = await lstat(at).catch(unlessGone)
  if (!own?.isDirectory()) return null
  return { name: nameOf(folder), folder: root, path: folder, format: 'cbz', stamp: folderStamp(own, stats) }
}

/**
 * The current stamp of a book's file or image folder; null for a folder that is not a book any more. Throws the
 * system's error if it is missing.
 */
export async function stampNow(root: Folder, path: string): Promise<FileStamp | null> {
  if (!isFolderName(nameOf(path))) return stampOf(await lstat(`${root.path}/${path}`))
  const entries = await readdir(`${root.path}/${path}`, { withFileTypes: true })
  const names = entries.filter(entry => !entry.isDirectory() && isFolderMember(entry.name)).map(({ name }) => name)
  return makesBook(path, names) ? ((await bookOfImages(root, path, names))?.stamp ?? null) : null
}

export function stampOf({ size, mtimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>): FileStamp {
  return storableStamp({ size, modifiedMs: mtimeMs, inode: ino })
}

/** Deleted during the scan. */
function unlessGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

/** Whether image folders are books of a library with these scan settings (JSON): true unless disabled. */
export function takesImageFolders(scanningConfig: string | null): boolean {
  const { imageFolders } = (JSON.parse(scanningConfig ?? '{}') ?? {}) as { readonly imageFolders?: boolean }
  return imageFolders !== false
}
