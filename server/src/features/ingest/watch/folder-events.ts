import { type FSWatcher, watch } from 'node:fs'
import { at } from './folder-tree'

/** What the system tells of one folder: something in it came or went, or a file in it was written to. */
export type OnChange = (folder: string, kind: 'rename' | 'change', name: string | null) => void

/** The system's own word on changes, folder by folder: links are not followed, and each folder costs one watch. */
export interface FolderEvents {
  /** Nothing happens for a folder that is watched, or that is not there. Throws when there is no room for more. */
  add(path: string): void
  /** Ends the watches of a folder and of all inside it. */
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
        // A folder that is deleted ends its watch, in some systems with an error.
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
