import { rm } from 'node:fs/promises'
import { isWritingFiles } from '../write-back'
import type { ScanRun } from './scan-run'

/** Removes copies that a killed process has left behind, but not while files of the library are being written. */
export async function removeDrafts({ deps, library }: ScanRun, paths: readonly string[]): Promise<void> {
  if (paths.length === 0 || (await isWritingFiles(deps.connection.reader, library.id, deps.now()))) return
  // What cannot be removed is found again by the next scan.
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined)
}
