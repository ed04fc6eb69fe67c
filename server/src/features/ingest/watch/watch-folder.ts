import { stat } from 'node:fs/promises'
import { LIMITS } from '../../../kernel/limits'
import type { Logger } from '../../../kernel/log'
import { answered } from '../../../kernel/patience'
import { mountsAround } from '../scan'
import { type ChangedFolder, createChanges, mayMatter } from './changes.rules'
import { createFolderEvents, type FolderEvents } from './folder-events'
import { foldersIn, folderTime, inParts, listFolders, type TreeOptions } from './folder-tree'
import { isOutOfWatches, silentType } from './method.rules'

/** How a folder is watched: by events, by polling, not yet, or not at all because it is missing. */
export interface WatchState {
  readonly state: 'starting' | 'events' | 'polling' | 'away'
  readonly reason: 'file_system' | 'limit' | null
  /** The file system type, or the system's error code of the limit. */
  readonly detail: string | null
  readonly folders: number
}

export interface FolderWatch {
  readonly state: WatchState
  /** Checks whether the folder and its disks are present, and polls all folders when it is due. One call at a time. */
  look(): Promise<void>
  /** Anything in it may have changed. */
  noteAll(): void
  /** Changes, once the folder is quiet. */
  take(): readonly ChangedFolder[] | null
  putBack(folders: readonly ChangedFolder[]): void
  stop(): void
}

export interface FolderWatchOptions {
  readonly root: string
  leavesOut(name: string, path: string): boolean
  /** Folders modified since then count as changed; null for none. */
  readonly since: number | null
  /** The last scan found it unreliable: once it is back, anything may have changed. */
  readonly wasAway?: boolean
  readonly pollMs: number
  readonly log: Logger
  readonly now: () => number
  readonly mountTable?: string | undefined
}

/** Modification times may be too coarse to show changes within this time. */
const COARSE_MS = 2_000

/** Watches one folder of a library with all its subfolders. */
export function watchFolder(options: FolderWatchOptions): FolderWatch {
  const { root, leavesOut, pollMs, log, now, mountTable } = options
  const changes = createChanges()
  const stopping = new AbortController()
  const { signal } = stopping
  let times = new Map<string, number>()
  let events: FolderEvents | null = null
  let state: WatchState = { state: 'starting', reason: null, detail: null, folders: 0 }
  /** Identity of the folder: its device and inode, and the disks in and around it. */
  let identity: string | null = null
  let since = options.since
  let lookedAt = 0
  const touched = new Map<string, boolean>()
  let resolving: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const tree: TreeOptions = {
    root,
    signal,
    leavesOut,
    entered: path => events?.add(path),
  }

  async function identify(): Promise<string | null> {
    const found = await answered(stat(root), signal).catch(() => null)
    signal.throwIfAborted()
    if (!found?.isDirectory()) return null
    return JSON.stringify([found.dev, found.ino, await mountsAround(root, mountTable)])
  }

  async function begin(): Promise<void> {
    end()
    const silent = silentType(root, await mountsAround(root, mountTable))
    if (silent === null) events = createFolderEvents(root, heard, isOutOfWatches)
    let reason: WatchState['reason'] = silent === null ? null : 'file_system'
    let detail = silent
    try {
      times = await listFolders('', tree)
    } catch (error) {
      if (!isOutOfWatches(error)) throw error
      events?.close()
      events = null
      reason = 'limit'
      detail = (error as NodeJS.ErrnoException).code ?? null
      log.warn({ folder: root }, 'no more folders can be watched: it is checked from time to time instead')
      times = await listFolders('', tree)
    }
    lookedAt = now()
    state = { state: events ? 'events' : 'polling', reason, detail, folders: times.size }
    const before = since
    for (const [path, time] of times) {
      if (before !== null && time >= before) changes.note(path, false, now())
      times.set(path, comparable(time))
    }
    since = null
  }

  /** The time for the next poll to compare with: 0, which is always different, if it may not show the next change. */
  function comparable(time: number): number {
    return Math.abs(now() - time) < COARSE_MS ? 0 : time
  }

  function end(): void {
    events?.close()
    events = null
    clearTimeout(timer)
    touched.clear()
  }

  /** An event arrived. Its details are checked shortly after, together with others. */
  function heard(folder: string, kind: 'rename' | 'change', name: string | null): void {
    if (name === null) {
      changes.note(folder, false, now())
      return
    }
    const path = folder === '' ? name : `${folder}/${name}`
    if (leavesOut(name, path)) return
    if (mayMatter(name)) changes.note(folder, false, now())
    if (kind === 'change') return
    touched.set(path, true)
    clearTimeout(timer)
    timer = setTimeout(resolve, LIMITS.watch.togetherMs)
  }

  function resolve(): void {
    resolving = (resolving ?? Promise.resolve()).then(resolveTouched).catch(error => {
      if (signal.aborted) return
      if (isOutOfWatches(error)) identity = null
      else log.warn({ err: error, folder: root }, 'a change could not be checked')
    })
  }

  async function resolveTouched(): Promise<void> {
    const paths = [...touched.keys()]
    touched.clear()
    const there: string[] = []
    await inParts(paths, async path => {
      const time = await folderTime(root, path, signal).catch(() => 0)
      signal.throwIfAborted()
      if (time !== null) there.push(path)
      else if (times.has(path)) forget(path)
    })
    // Only now: a renamed folder keeps its watch under its old name until that is ended.
    for (const path of there) {
      if (times.has(path)) forget(path)
      await enter(path)
    }
  }

  function forget(path: string): void {
    events?.removeBelow(path)
    for (const known of [...times.keys()]) if (known === path || known.startsWith(`${path}/`)) times.delete(known)
    changes.note(path, true, now())
    count()
  }

  async function enter(path: string): Promise<void> {
    for (const [inside, time] of await listFolders(path, tree)) times.set(inside, comparable(time))
    changes.note(path, true, now())
    count()
  }

  function count(): void {
    state = { ...state, folders: times.size }
  }

  /** Compares the times of all folders: only changed ones are listed. */
  async function sweep(): Promise<void> {
    lookedAt = now()
    await inParts([...times.keys()], async path => {
      const before = times.get(path)
      if (before === undefined) return
      // Unreadable ones are compared the next time.
      const time = await folderTime(root, path, signal).catch(() => before)
      signal.throwIfAborted()
      if (time === null) return forget(path)
      if (time === before) return
      times.set(path, comparable(time))
      changes.note(path, false, now())
      for (const inside of await foldersIn(path, tree)) if (!times.has(inside)) await enter(inside)
    })
  }

  /** Stores the times of folders with known changes, so that a poll does not report them again. */
  async function refreshTimes(folders: readonly ChangedFolder[]): Promise<void> {
    for (const { path } of folders) {
      if (!times.has(path)) continue
      const time = await folderTime(root, path, signal)
      if (time !== null) times.set(path, comparable(time))
    }
  }

  return {
    get state() {
      return state
    },
    async look() {
      const found = await identify()
      if (found === null) {
        if (state.state !== 'away') {
          // A scan reports it, unless the last one has; scanning a missing folder removes nothing.
          if (state.state !== 'starting' || options.wasAway !== true) changes.noteAll(now())
          end()
          times.clear()
          state = { state: 'away', reason: null, detail: null, folders: 0 }
        }
        identity = null
        return
      }
      if (found !== identity) {
        const isAsScanned = state.state === 'starting' && options.wasAway !== true
        await begin()
        identity = found
        if (!isAsScanned) changes.noteAll(now())
        return
      }
      if (now() - lookedAt >= (events ? LIMITS.watch.sweepMs : pollMs)) await sweep()
    },
    noteAll: () => changes.noteAll(now()),
    take() {
      const folders = changes.take(now())
      if (folders && events) void refreshTimes(folders).catch(() => undefined)
      return folders
    },
    putBack: folders => changes.putBack(folders, now()),
    stop() {
      stopping.abort()
      end()
    },
  }
}
