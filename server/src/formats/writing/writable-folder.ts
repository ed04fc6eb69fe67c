import { accessSync, constants } from 'node:fs'
import { refuseForDisk } from './drafts'

/** Known before anything is written, so that it stands in the difference. */
export function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    refuseForDisk((error as NodeJS.ErrnoException).code ?? 'EIO')
  }
}
