import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { PageEntry } from '../../../formats/facts'
import { type AppError, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/**
 * A page of an image folder. Its name must be that of a file in the folder; links are not followed, and a pipe does not
 * block.
 * @throws NotFound if it is missing, Conflict if it has changed since the analysis
 */
export async function folderFile(
  folder: string,
  { name, size }: Pick<PageEntry, 'name' | 'size'>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (name.includes('/') || name.includes('\0') || name === '..') throw gone()
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
  const file = await open(`${folder}/${name}`, flags).catch(() => {
    throw gone()
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size !== size || size > LIMITS.pages.inflatedEntry) throw changed()
    const bytes = new Uint8Array(size)
    let done = 0
    while (done < size) {
      const { bytesRead } = await file.read(bytes, done, size - done, done)
      if (bytesRead === 0) throw changed()
      done += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

function gone(): AppError {
  return refused('NotFound', 'file_changed', "The page's file is missing")
}

function changed(): AppError {
  return refused('Conflict', 'file_changed', "The page's file has changed. Scan its library to update it.")
}
