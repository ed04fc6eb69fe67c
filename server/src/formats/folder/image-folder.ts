import { LIMITS } from '../../kernel/limits'
import type { FileStamp } from '../facts'
import { sortNaturally } from '../natural-order'
import { isPageName } from '../page-names'
import { findInfoFiles } from '../sidecar/info-files'
import { storableStamp } from '../stamp'

/** With fewer images a folder is no book: one alone is a cover or a poster of something else. */
export const FEWEST_IMAGES = 2

/** Images that say something about a folder and are no page of it. */
const ABOUT_THE_FOLDER =
  /^(?:cover|folder|poster|fanart|banner|backdrop|landscape|logo|clearlogo|clearart|thumb)\.[^.]+$/i

/** Whether a file of this name, in a folder of images, is a page. */
export function isFolderPage(name: string): boolean {
  return isPageName(name) && !ABOUT_THE_FOLDER.test(name)
}

/** What makes a folder of images the book that it is: pages in natural order, then the ComicInfo.xml. */
export function membersOf(names: readonly string[]): { readonly pages: string[]; readonly infos: readonly string[] } {
  const pages = sortNaturally(names.filter(isFolderPage), name => name)
  return { pages, infos: findInfoFiles(names.map(name => ({ name }))).map(({ name }) => name) }
}

/** More pages than an archive may have entries: the folder is listed, and none of them is looked at. */
export function isOverfull(pages: readonly string[]): boolean {
  return pages.length > LIMITS.files.entries
}

/** What `lstat` says of the folder and of each member. */
interface Stat {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

/**
 * Stands for a folder as a file's stamp does for a file: bytes of all members, the newest of all times (the folder's
 * own changes with every name in it), the inode of the folder.
 */
export function folderStamp(folder: Stat, members: readonly Stat[]): FileStamp {
  const newest = members.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), folder.mtimeMs)
  const size = members.reduce((sum, member) => sum + member.size, 0)
  return storableStamp({ size, modifiedMs: newest, inode: folder.ino })
}
