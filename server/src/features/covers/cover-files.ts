import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const SHARDS = 256

/** Where the thumbnail of a book lies. Ids begin with the time, so their last two digits spread the files. */
export function thumbnailFile(dataDir: string, bookId: string): string {
  return join(thumbnailFolder(dataDir), bookId.slice(-2), `${bookId}.jpg`)
}

/** Makes the folders that `thumbnailFile` names. */
export async function makeThumbnailFolders(dataDir: string): Promise<void> {
  for (let shard = 0; shard < SHARDS; shard++) {
    const name = shard.toString(16).padStart(2, '0')
    await mkdir(join(thumbnailFolder(dataDir), name), { recursive: true })
  }
}

/** Takes the thumbnails of books away; those without one are no trouble. */
export async function removeThumbnails(dataDir: string, bookIds: readonly string[]): Promise<void> {
  for (const id of bookIds) await rm(thumbnailFile(dataDir, id), { force: true })
}

function thumbnailFolder(dataDir: string): string {
  return join(dataDir, 'thumbnails', 'books')
}
