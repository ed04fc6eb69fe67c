import { access, constants, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, parse } from 'node:path'
import { AppError, refused } from '../../../kernel/app-error'
import { refuseNested } from './library.rules'

/**
 * The real path of a folder that can become a library, without a trailing slash. `~` is the home folder.
 * @throws BadRequest with a sentence about what is wrong with the folder
 */
export async function libraryFolder(given: string): Promise<string> {
  const path = withHome(given.trim())
  if (!isAbsolute(path)) {
    throw refused('BadRequest', 'folder_relative', `Use an absolute path; ${given} is not one`, { where: given })
  }
  const real = await realpath(path).catch(error => refuseFolder(path, error))
  const found = await stat(real).catch(error => refuseFolder(path, error))
  if (!found.isDirectory()) {
    const message = `${path} is not a folder. Choose the folder that contains it.`
    throw refused('BadRequest', 'folder_file', message, { where: path })
  }
  await access(real, constants.R_OK | constants.X_OK).catch(error => refuseFolder(path, error))
  if (real === parse(real).root) {
    const message = 'A whole disk cannot be a library. Choose the folder with the books.'
    throw refused('BadRequest', 'folder_disk', message, { where: real })
  }
  return real
}

function withHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

/** @throws BadRequest with the reason why a folder could not be opened */
export function refuseFolder(path: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  const [reason, message] =
    code === 'ENOENT'
      ? (['folder_missing', `The folder ${path} does not exist on the server`] as const)
      : code === 'ENOTDIR'
        ? (['folder_file', `${path} is not a folder: part of the path is a file`] as const)
        : code === 'EACCES' || code === 'EPERM'
          ? (['folder_closed', `Octavo is not allowed to read the folder ${path}. Give its user read access.`] as const)
          : (['folder_closed', `The folder ${path} cannot be opened (${code ?? 'unknown reason'})`] as const)
  throw refused('BadRequest', reason, message, { where: path })
}

/**
 * The real paths of the folders that a request names, in its order; null if it names none. One that the library already
 * has (`known`) need not exist: its disk may be away during other changes.
 * @throws BadRequest for an unsuitable folder, a duplicate, or a `path` that is not the first; Conflict for one inside
 * another
 */
export async function namedFolders(
  request: {
    readonly path?: string | null | undefined
    readonly paths?: readonly string[] | null | undefined
  },
  known: readonly string[] = [],
): Promise<string[] | null> {
  const { path, paths } = request
  if (path == null && paths == null) return null
  const folderAt = async (given: string) => (known.includes(given) ? given : libraryFolder(given))
  const first = path == null ? null : await folderAt(path)
  if (paths == null) return first === null ? null : [first]
  const folders: string[] = []
  for (const one of paths) folders.push(await folderAt(one))
  const twice = folders.find((folder, index) => folders.indexOf(folder) !== index)
  if (twice !== undefined) {
    throw refused('BadRequest', 'folder_twice', `paths contains the folder ${twice} twice`, { where: twice })
  }
  refuseNested(folders)
  if (first !== null && first !== folders[0]) {
    throw new AppError('BadRequest', `path must equal the first of paths: omit it, or put ${first} first`)
  }
  return folders
}
