import { type FSWatcher, watch } from 'node:fs'
import { at } from './folder-tree'

/** Events of one folder: an entry was added or removed, or a file was written. */
export type OnChange = (folder: string, kind: 'rename' | 'change', name: string | null) => void

/** File system events, folder by folder: links are not followed, and each folder takes one watch. */
export interface FolderEvents {
  /** Does nothing for a folder that is watched or missing. Throws if the system has no more watches. */
  add(path: string): void
  /** Ends the watches of a folder and its subfolders. */
  removeBelow(path: string): void
  close(): void
}

export function createFolderEvents(
  root: string,
  onChange: OnChange,
  isFatal: (error: unknown) => boolean,
): FolderEvents {
  const watchers = new Map<string, FSWatcher>()

  function end(path: string): void {
    watchers.get(path)?.close()
    watchers.delete(path)
  }

  return {
    add(path) {
      if (watchers.has(path)) return
      try {
        const watcher = watch(at(root, path), { persistent: false }, (kind, name) =>
          onChange(path, kind === 'rename' ? 'rename' : 'change', name === null ? null : String(name)),
        )
        // Deleting a folder ends its watch, on some systems with an error.
        watcher.on('error', () => end(path))
        watchers.set(path, watcher)
      } catch (error) {
        if (isFatal(error)) throw error
      }
    },
    removeBelow(path) {
      for (const watched of [...watchers.keys()]) {
        if (watched === path || watched.startsWith(`${path}/`)) end(watched)
      }
    },
    close() {
      for (const path of [...watchers.keys()]) end(path)
    },
  }
}
