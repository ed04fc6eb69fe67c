import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { CommandFailure } from './command'

/**
 * Creates the data folder, accessible to its owner only, if it is missing.
 * @throws CommandFailure when it cannot be created or is not writable
 */
export function prepareDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (!statSync(path).isDirectory()) throw new CommandFailure(`The data folder ${path} is a file. ${CHOOSE_ANOTHER}`)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CommandFailure(
      `The data folder ${path} cannot be used: ${REASONS[code ?? ''] ?? code}. ${CHOOSE_ANOTHER}`,
    )
  }
}

const CHOOSE_ANOTHER = 'Choose another one with --data-dir or OCTAVO_DATA_DIR.'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'it cannot be created there',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
}
