import type { Decoders } from '../decoders'
import type { FileProblem } from '../facts'
import { sameStamp } from '../file-source'
import { asType, fileProblem, problemOf } from '../problem'
import type { Verification } from '../verification'
import { readComicFolder, readFolderPage } from './comic-folder'
import { folderHash, openFolder } from './open-folder'

/**
 * Reads a folder of images again. Images have no checksums, so with `full` every page is decoded. Throws
 * FileProblemError if it is missing.
 */
export async function verifyFolder(path: string, full: boolean, decoders: Decoders): Promise<Verification> {
  const folder = openFolder(path)
  const fileHash = folderHash(folder)
  let problems: readonly FileProblem[] = []
  try {
    if (full) problems = await damagedPages(folder, decoders)
  } catch (error) {
    problems = [problemOf(error, fileProblem('parser', 'corrupt', 'The folder cannot be read.'))]
  }
  if (!sameStamp(folder.stamp, openFolder(path).stamp)) {
    problems = [fileProblem('other', 'changed-while-read', 'The folder was changed while it was checked.')]
  }
  return { stamp: folder.stamp, fileHash, problems }
}

async function damagedPages(folder: ReturnType<typeof openFolder>, decoders: Decoders): Promise<FileProblem[]> {
  const { pages } = readComicFolder(folder)
  let first: FileProblem | null = null
  let damaged = 0
  for (const [index, { name, size }] of pages.entries()) {
    try {
      await decoders.thumbnail({ kind: 'encoded', bytes: readFolderPage(folder, name, size) })
    } catch (error) {
      const found = problemOf(error, fileProblem('page_extraction', 'page-corrupt', 'A page is damaged.'))
      first ??= {
        ...asType('page_extraction', found),
        details: { ...found.details, page: name, pageNumber: index + 1 },
      }
      damaged++
    }
  }
  return first === null ? [] : [{ ...first, details: { ...first.details, damaged } }]
}
