import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the thumbnail of a book lies. Ids begin with the time, so their last two digits spread the files. */
export function thumbnailFile(dataDir: string, bookId: string): string {
  return join(thumbnailFolder(dataDir), bookId.slice(-2), `${bookId}.jpg`)
}

/** Answers `thumbnailFile` after making its folder, each folder once. */
export function createThumbnailFolders(dataDir: string): (bookId: string) => Promise<string> {
  const made = new Set<string>()
  return async bookId => {
    const file = thumbnailFile(dataDir, bookId)
    const folder = dirname(file)
    if (!made.has(folder)) await mkdir(folder, { recursive: true })
    made.add(folder)
    return file
  }
}

/** Takes the thumbnails of books away; those without one are no trouble. */
export async function removeThumbnails(dataDir: string, bookIds: readonly string[]): Promise<void> {
  for (const id of bookIds) await rm(thumbnailFile(dataDir, id), { force: true })
}

function thumbnailFolder(dataDir: string): string {
  return join(dataDir, 'thumbnails', 'books')
}
