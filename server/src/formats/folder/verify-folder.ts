import type { Decoders } from '../decoders'
import type { BookTrouble } from '../facts'
import { sameStamp } from '../file-source'
import { asType, trouble, troubleOf } from '../trouble'
import type { Verification } from '../verification'
import { readComicFolder, readFolderPage } from './comic-folder'
import { folderHash, openFolder } from './open-folder'

/**
 * Reads a folder of images again. Images have no checksums of their own, so with `full` every page is decoded.
 * Throws FileTrouble when it is not there.
 */
export async function verifyFolder(path: string, full: boolean, decoders: Decoders): Promise<Verification> {
  const folder = openFolder(path)
  const fileHash = folderHash(folder)
  let troubles: readonly BookTrouble[] = []
  try {
    if (full) troubles = await damagedPages(folder, decoders)
  } catch (error) {
    troubles = [troubleOf(error, trouble('parser', 'corrupt', 'The folder cannot be read.'))]
  }
  if (!sameStamp(folder.stamp, openFolder(path).stamp)) {
    troubles = [trouble('other', 'changed-while-read', 'The folder was changed while it was checked.')]
  }
  return { stamp: folder.stamp, fileHash, troubles }
}

async function damagedPages(folder: ReturnType<typeof openFolder>, decoders: Decoders): Promise<BookTrouble[]> {
  const { pages } = readComicFolder(folder)
  let first: BookTrouble | null = null
  let damaged = 0
  for (const { name, size } of pages) {
    try {
      await decoders.thumbnail({ kind: 'encoded', bytes: readFolderPage(folder, name, size) })
    } catch (error) {
      const found = troubleOf(error, trouble('page_extraction', 'page-corrupt', 'A page is damaged.'))
      first ??= { ...asType('page_extraction', found), details: { ...found.details, page: name } }
      damaged++
    }
  }
  return first === null ? [] : [{ ...first, details: { ...first.details, damaged } }]
}
