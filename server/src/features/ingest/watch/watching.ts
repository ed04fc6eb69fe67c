import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Logger } from '../../../kernel/log'
import type { TaskSignal } from '../../../platform/task-signal'
import { createExclusions, watchedScan } from '../scan'
import { type FolderWatch, type WatchState, watchFolder } from './watch-folder'
import { leasedWatches, type WantedWatch, wantedWatches } from './watches.queries'
import { deleteWatch, releaseWatches, renewWatches, saveWatchState, setSeen, takeWatch } from './watches.store'

export interface WatchingOptions {
  readonly connection: Connection
  /** The row of `processes`. */
  readonly processId: string
  readonly pollMs: number
  /** Octavo's own folders: changes in them are ignored. */
  readonly dataDir: string
  readonly tasks: TaskSignal
  readonly now: Clock
  readonly log: Logger
  /** Path of the system's mount table, if not the default. */
  readonly mountTable?: string
}

export interface Watching {
  stop(): Promise<void>
}

interface Held {
  readonly wanted: WantedWatch
  readonly watch: FolderWatch
  published: WatchState
  unreadableSince: string | null
  /** A scan could not read it: once it is back, it must be scanned again. */
  looksAgain: boolean
  /** The current check: a disk may be slow, and others do not wait for it. */
  looking: Promise<void> | null
}

/**
 * Watches the folders of all libraries with watching enabled that have been scanned once, and queues scans of changed
 * places. Each folder is watched by one process on the database, by a lease.
 */
export function startWatching(options: WatchingOptions): Watching {
  const { connection, processId, pollMs, dataDir, tasks, now, log, mountTable } = options
  const { reader, write } = connection
  const held = new Map<string, Held>()
  let stopped = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let renewedAt = now()
  let running: Promise<void> = Promise.resolve()
  let busy = false

  /** Adjusts the watches of this process to the libraries' settings. */
  async function follow(): Promise<void> {
    const wanted = new Map((await wantedWatches(reader)).map(one => [keyOf(one), one]))
    if (connection.kind === 'postgres' && held.size > 0 && now() - renewedAt >= LIMITS.watch.renewMs) {
      const ours = new Set((await write(tx => renewWatches(tx, processId))).map(keyOf))
      renewedAt = now()
      for (const key of held.keys()) if (!ours.has(key)) drop(key)
    }
    for (const [key, one] of held) {
      const { wanted: before } = one
      const still = wanted.get(key)
      const unreadableSince = still?.unreadableSince ?? null
      if (unreadableSince !== one.unreadableSince) one.looksAgain = unreadableSince !== null
      one.unreadableSince = unreadableSince
      if (!still) await write(tx => deleteWatch(tx, before))
      if (!still || still.excludedPatterns !== before.excludedPatterns) drop(key)
    }
    const free = [...wanted].filter(([key]) => !held.has(key))
    if (free.length === 0) return
    const leased = new Set((await leasedWatches(reader, processId)).map(keyOf))
    for (const [key, one] of free) if (!leased.has(key)) await take(key, one)
  }

  async function take(key: string, wanted: WantedWatch): Promise<void> {
    const taken = await write(tx => takeWatch(tx, wanted, processId))
    if (!taken) return
    const { root } = wanted
    const exclusions = createExclusions(wanted.excludedPatterns)
    const watch = watchFolder({
      root,
      leavesOut: (name, path) => `${root}/${path}` === dataDir || exclusions.leavesOut(name, path),
      since: Math.max(taken.seenAt ?? 0, wanted.scannedFrom),
      wasAway: wanted.wasAway,
      pollMs,
      log,
      now,
      mountTable,
    })
    const seen = { unreadableSince: wanted.unreadableSince, looksAgain: false }
    held.set(key, { wanted, watch, published: watch.state, looking: null, ...seen })
  }

  function drop(key: string): void {
    held.get(key)?.watch.stop()
    held.delete(key)
  }

  async function look(): Promise<void> {
    lookedAt = now()
    await follow()
    for (const [key, one] of held) {
      one.looking ??= lookAt(key, one).finally(() => {
        one.looking = null
      })
    }
  }

  async function lookAt(key: string, one: Held): Promise<void> {
    try {
      const before = one.watch.state.state
      await one.watch.look()
      const { state } = one.watch
      // A folder that was seen missing is scanned when it is back.
      if (before === 'away') one.looksAgain = false
      // Gone and back between two checks, while a scan ran: only the scan noticed.
      if (one.looksAgain && state.state !== 'away') {
        one.watch.noteAll()
        one.looksAgain = false
      }
      if (stopped || sameState(one.published, state)) return
      await write(tx => saveWatchState(tx, one.wanted, processId, state))
      one.published = state
    } catch (error) {
      if (!stopped && held.has(key)) log.warn({ err: error, folder: one.wanted.root }, 'a folder cannot be checked')
    }
  }

  /** Queues scans of changes that are quiet now. */
  async function handOn(): Promise<void> {
    for (const { watch, wanted } of held.values()) {
      const folders = watch.take()
      if (folders === null) continue
      const places = folders.map(({ path, below }) => ({ root: wanted.root, path, below }))
      try {
        await write(async tx => {
          await watchedScan(tx, { pk: wanted.libraryPk, id: wanted.libraryId }, places, now())
          await setSeen(tx, wanted, now() - LIMITS.watch.longestMs)
        })
        tasks.notify()
      } catch (error) {
        watch.putBack(folders)
        throw error
      }
    }
  }

  async function tick(): Promise<void> {
    try {
      if (now() - lookedAt >= LIMITS.watch.lookMs || now() < lookedAt) await look()
      await handOn()
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'changes in library folders are waiting: they could not be passed on')
    }
  }

  const timer = setInterval(() => {
    if (busy || stopped) return
    busy = true
    running = tick().finally(() => {
      busy = false
    })
  }, LIMITS.watch.tickMs)
  timer.unref()

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      for (const { watch } of held.values()) watch.stop()
      await running
      await Promise.all([...held.values()].map(({ looking }) => looking))
      await write(tx => releaseWatches(tx, processId)).catch(() => undefined)
    },
  }
}

function keyOf({ libraryPk, root }: { readonly libraryPk: number; readonly root: string }): string {
  return `${libraryPk} ${root}`
}

/** A changed number of folders alone is not written. */
function sameState(a: WatchState, b: WatchState): boolean {
  return a.state === b.state && a.reason === b.reason && a.detail === b.detail
}
