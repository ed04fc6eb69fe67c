import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { isFolderName } from '../../../formats/book-names'
import type { FileStamp } from '../../../formats/facts'
import { FEWEST_IMAGES, folderStamp, isFolderPage, isOverfull, membersOf } from '../../../formats/folder/image-folder'
import { isInfoFile } from '../../../formats/sidecar/info-files'
import { storableStamp } from '../../../formats/stamp'
import type { Folder } from './scan.types'
import type { WalkedFile } from './walked-file'

/** Members looked at in one go. */
const LOOKS_AT_ONCE = 64

/** Whether a plain file of this name belongs to a folder of images. */
export function isFolderMember(name: string): boolean {
  return isFolderPage(name) || isInfoFile(name)
}

/**
 * Whether a folder without book files is a book by these members. The library's own folder never is: a book has a name
 * within its library.
 */
export function makesBook(folder: string, members: readonly string[]): boolean {
  return folder !== '' && isFolderName(nameOf(folder)) && members.filter(isFolderPage).length >= FEWEST_IMAGES
}

/** The book that a folder of images is; null when it has gone. Nothing in it is opened. */
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
 * The stamp that a book's file or folder of images has now; null when a folder is there and no book any more.
 * Throws what the system says when it is not there.
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

/** What went away in mid-scan is simply not there. */
function unlessGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

/** Whether folders of images are books of a library with these scan settings (JSON): they are unless it says no. */
export function takesImageFolders(scanningConfig: string | null): boolean {
  const { imageFolders } = (JSON.parse(scanningConfig ?? '{}') ?? {}) as { readonly imageFolders?: boolean }
  return imageFolders !== false
}
