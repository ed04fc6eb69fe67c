import { join } from 'node:path'
import type { StorageConfig } from '../config/config'
import { bucketStore } from './artefact-bucket'
import { folderStore } from './artefact-folder'
import type { ArtefactStore } from './artefact-store'

export function openArtefacts(settings: StorageConfig, dataDir: string): ArtefactStore {
  if (settings.kind === 'data-folder') return folderStore(dataDir, { shared: false })
  if (settings.kind === 'folder') return folderStore(settings.folder, { shared: true })
  return bucketStore(settings, join(dataDir, 'cache', 'artefacts'))
}
