import { chmod, chown, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DISK_REFUSALS } from '../../../formats/writing/refuse-writing'
import { NotWritten } from './not-written'

/** A draft that will replace a file. A new file gets mode and owner of the file `like`. */
export interface Replacement {
  readonly target: string
  readonly draft: string
  readonly like: string
}

/**
 * Creates drafts and renames them over files; never leaves a draft behind.
 * @throws NotWritten for disk errors
 */
export async function replaceBy<T>(
  drafts: readonly string[],
  work: (replace: (...files: readonly Replacement[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  try {
    return await work(async (...files) => {
      for (const file of files) await likeBefore(file)
      for (const { draft, target } of files) await rename(draft, target)
      for (const folder of new Set(files.map(({ target }) => dirname(target)))) await flushFolder(folder)
    })
  } catch (error) {
    if (error instanceof NotWritten) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const refusal = DISK_REFUSALS[code]
    throw refusal ? new NotWritten(refusal) : new NotWritten('failed', `The file can’t be written (${code}).`)
  } finally {
    for (const draft of drafts) await rm(draft, { force: true })
  }
}

/** A writable folder would allow replacing a read-only file, which is skipped all the same. @throws NotWritten */
export async function requireWritable(targets: readonly string[]): Promise<void> {
  for (const target of targets) {
    const stats = await lstat(target).catch(() => null)
    if (stats?.isFile() && (stats.mode & 0o222) === 0) throw new NotWritten('read-only')
  }
}

/** Mode and owner of the replaced file; for a new one those of the book. */
async function likeBefore({ target, draft, like }: Replacement): Promise<void> {
  const stats = (await lstat(target).catch(() => null)) ?? (await lstat(like))
  // Removes execute permission, which folders have and files do not need.
  await chmod(draft, stats.isDirectory() ? stats.mode & 0o666 : stats.mode & 0o7777)
  // Only root may change owners.
  await chown(draft, stats.uid, stats.gid).catch(() => undefined)
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
