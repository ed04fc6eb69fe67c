import { accessSync, constants } from 'node:fs'
import { refuseForDisk } from './drafts'

/** Checked before anything is written, so that the preview shows it. */
export function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    refuseForDisk((error as NodeJS.ErrnoException).code ?? 'EIO')
  }
}
