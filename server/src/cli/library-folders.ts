import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandFailure, EXIT } from './command'

/**
 * The folders of the command line as absolute paths, each once.
 * @throws CommandFailure, exit code 2, if one is missing, not a folder or not readable
 */
export function libraryFolders(names: readonly string[], cwd: string): string[] {
  return [...new Set(names.map(name => checkedFolder(resolve(cwd, name))))]
}

function checkedFolder(path: string): string {
  try {
    if (!statSync(path).isDirectory()) throw failure(`${path} is a file. Use the folder that contains it.`)
    accessSync(path, constants.R_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw failure(
        `The folder ${path} does not exist. Check its name, or omit it and create a library in the web app.`,
      )
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw failure(`The folder ${path} cannot be read: permission denied. Let this user read it, then start again.`)
    }
    throw failure(`The folder ${path} cannot be read (${code ?? error}).`)
  }
}

function failure(message: string): CommandFailure {
  return new CommandFailure(message, EXIT.usage)
}
