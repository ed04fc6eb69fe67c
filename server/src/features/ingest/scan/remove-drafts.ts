import { rm } from 'node:fs/promises'
import { isWritingFiles } from '../write-back'
import type { ScanRun } from './scan-run'

/** Removes drafts of a killed process, but not while files of the library are being written. */
export async function removeDrafts({ deps, library }: ScanRun, paths: readonly string[]): Promise<void> {
  if (paths.length === 0 || (await isWritingFiles(deps.connection.reader, library.id, deps.now()))) return
  // The next scan retries what cannot be removed.
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined)
}
