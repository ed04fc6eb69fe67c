import { constants } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArtefactStore, StoredArtefact } from './artefact-store'

let drafts = 0

/** Accessible to the server's account only. In a shared folder, the operator's umask may allow the group as well. */
const MODES = {
  own: { folder: 0o700, file: 0o600 },
  shared: { folder: 0o770, file: 0o660 },
}

/** Artefacts in a folder: local, or mounted by several machines. */
export function folderStore(root: string, { shared }: { readonly shared: boolean }): ArtefactStore {
  const umask = process.umask()
  const { folder: folderMode, file } = MODES[shared ? 'shared' : 'own']
  const fileMode = file & ~umask
  const counts = { local: 0, fetched: 0, failures: 0 }

  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: folderMode })

  async function placeOf(key: string): Promise<string> {
    const target = join(root, key)
    await makeFolder(dirname(target))
    return target
  }

  /** Renames a finished file into place; its folder may have been removed meanwhile. */
  async function moveInto(file: string, target: string): Promise<void> {
    try {
      await rename(file, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await makeFolder(dirname(target))
      await rename(file, target)
    }
  }

  async function copyIn(file: string, target: string): Promise<void> {
    const draft = draftOf(target)
    try {
      await copyFile(file, draft, constants.COPYFILE_FICLONE)
      await flush(draft, fileMode)
      await moveInto(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await rm(file, { force: true })
  }

  return {
    kind: 'folder',
    shared,
    async put(key, file) {
      const target = await placeOf(key)
      await flush(file, fileMode)
      try {
        await moveInto(file, target)
      } catch (error) {
        // A rename across file systems is not possible.
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
        await copyIn(file, target)
      }
    },
    async putBytes(key, bytes) {
      const target = await placeOf(key)
      const draft = draftOf(target)
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await flush(draft, fileMode)
        await moveInto(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(key) {
      const path = join(root, key)
      // A separate file object: this one would cache the size, and truncate a file that is replaced meanwhile.
      if (!(await Bun.file(path).exists())) return null
      counts.local++
      return Bun.file(path)
    },
    exists: key => Bun.file(join(root, key)).exists(),
    async remove(keys) {
      for (const key of keys) await rm(join(root, key), { force: true })
    },
    list: prefix => filesBelow(root, prefix),
    async check() {
      const probe = draftOf(join(root, 'octavo-probe'))
      await makeFolder(root)
      try {
        await writeFile(probe, 'x')
      } finally {
        await rm(probe, { force: true })
      }
    },
    counts: () => ({ ...counts }),
  }
}

/** Draft names are unique among the processes and machines that share the folder. */
function draftOf(target: string): string {
  return `${target}.${process.pid}-${Date.now().toString(36)}-${++drafts}-${Math.random().toString(36).slice(2, 8)}.part`
}

/** Parser processes and copies create files with their own modes. */
async function flush(file: string, mode: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* filesBelow(root: string, prefix: string): AsyncGenerator<StoredArtefact, void, void> {
  const folder = await opendir(join(root, prefix)).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (!folder) return
  for await (const entry of folder) {
    const key = `${prefix}${entry.name}`
    if (entry.isDirectory()) {
      yield* filesBelow(root, `${key}/`)
    } else if (entry.isFile()) {
      const found = await stat(join(root, key)).catch(() => null)
      if (found) yield { key, bytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) }
    }
  }
}
