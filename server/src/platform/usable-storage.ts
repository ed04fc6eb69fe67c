import type { StorageConfig } from '../config/config'
import type { ArtefactStore } from './artefact-store'

/** A slower network file system or bucket is checked again by the health checks. */
const ANSWER_MS = 5_000

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it cannot be written to',
  ENOENT: 'it cannot be created there',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
}

/**
 * Checks at the start whether covers and pages can be stored. An unavailable bucket or share may come back: returns a
 * sentence for the operator. Null if it is usable.
 * @throws Error with a sentence for the operator if a folder cannot be used
 */
export async function storageProblem(
  store: ArtefactStore,
  settings: StorageConfig,
  dataDir: string,
): Promise<string | null> {
  const late = Bun.sleep(ANSWER_MS).then(() => 'late' as const)
  try {
    if ((await Promise.race([store.check(), late])) !== 'late') return null
  } catch (error) {
    if (settings.kind === 's3') return AWAY
    const { code } = error as NodeJS.ErrnoException
    const folder = settings.kind === 'folder' ? settings.folder : dataDir
    const name = settings.kind === 'folder' ? 'OCTAVO_STORAGE_URL' : 'OCTAVO_DATA_DIR'
    throw new Error(`Covers cannot be stored in ${folder}: ${REASONS[code ?? ''] ?? code}. Fix it, or change ${name}.`)
  }
  return AWAY
}

const AWAY = 'the storage of covers does not answer: check OCTAVO_STORAGE_URL'
