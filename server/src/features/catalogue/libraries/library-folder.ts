import { access, constants, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, parse } from 'node:path'
import { AppError } from '../../../kernel/app-error'
import { nestedSentence } from './library.rules'

/**
 * The real path of a folder that can become a library, without a trailing slash. `~` is the home folder.
 * @throws BadRequest with a sentence about what is wrong with the folder
 */
export async function libraryFolder(given: string): Promise<string> {
  const path = withHome(given.trim())
  if (!isAbsolute(path)) {
    throw new AppError('BadRequest', `Use an absolute path; ${given} is not one`)
  }
  const real = await realpath(path).catch(error => refuse(path, error))
  const found = await stat(real).catch(error => refuse(path, error))
  if (!found.isDirectory())
    throw new AppError('BadRequest', `${path} is not a folder. Choose the folder that contains it.`)
  await access(real, constants.R_OK | constants.X_OK).catch(error => refuse(path, error))
  if (real === parse(real).root) {
    throw new AppError('BadRequest', 'A whole disk cannot be a library. Choose the folder with the books.')
  }
  return real
}

function withHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

function refuse(path: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') throw new AppError('BadRequest', `The folder ${path} does not exist on the server`)
  if (code === 'ENOTDIR') throw new AppError('BadRequest', `${path} is not a folder: part of the path is a file`)
  if (code === 'EACCES' || code === 'EPERM') {
    throw new AppError('BadRequest', `Octavo is not allowed to read the folder ${path}. Give its user read access.`)
  }
  throw new AppError('BadRequest', `The folder ${path} cannot be opened (${code ?? 'unknown reason'})`)
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
  if (twice !== undefined) throw new AppError('BadRequest', `paths contains the folder ${twice} twice`)
  const nested = nestedSentence(folders)
  if (nested) throw new AppError('Conflict', nested)
  if (first !== null && first !== folders[0]) {
    throw new AppError('BadRequest', `path must equal the first of paths: omit it, or put ${first} first`)
  }
  return folders
}
