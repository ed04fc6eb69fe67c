import { LIMITS } from '../../kernel/limits'
import type { FileStamp } from '../facts'
import { sortNaturally } from '../natural-order'
import { isPageName } from '../page-names'
import { findInfoFiles } from '../sidecar/info-files'
import { storableStamp } from '../stamp'

/** Minimum number of images of a book: a single one is a cover or poster. */
export const FEWEST_IMAGES = 2

/** Names of images that are not pages of the folder. */
const ABOUT_THE_FOLDER =
  /^(?:cover|folder|poster|fanart|banner|backdrop|landscape|logo|clearlogo|clearart|thumb)\.[^.]+$/i

/** Whether a file with this name, in a folder of images, is a page. */
export function isFolderPage(name: string): boolean {
  return isPageName(name) && !ABOUT_THE_FOLDER.test(name)
}

/** The files of an image folder as a book: pages in natural order, then the ComicInfo.xml. */
export function membersOf(names: readonly string[]): { readonly pages: string[]; readonly infos: readonly string[] } {
  const pages = sortNaturally(names.filter(isFolderPage), name => name)
  return { pages, infos: findInfoFiles(names.map(name => ({ name }))).map(({ name }) => name) }
}

/** More pages than the limit: the folder is listed, but none of them is read. */
export function isOverfull(pages: readonly string[]): boolean {
  return pages.length > LIMITS.files.entries
}

/** `lstat` of the folder and of each member. */
interface Stat {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

/**
 * The stamp of a folder, like that of a file: total bytes, latest time (the folder's own changes with every name in
 * it), the folder's inode.
 */
export function folderStamp(folder: Stat, members: readonly Stat[]): FileStamp {
  const newest = members.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), folder.mtimeMs)
  const size = members.reduce((sum, member) => sum + member.size, 0)
  return storableStamp({ size, modifiedMs: newest, inode: folder.ino })
}
