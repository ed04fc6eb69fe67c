import { hostname } from 'node:os'
import type { Connection } from '../../../db'
import { newId } from '../../../kernel/ids'
import type { Logger } from '../../../kernel/log'
import { beat, leave, type ProcessRow, purgeOthers, purgeSilent } from './processes.store'

/** Heartbeat interval. */
export const BEAT_MS = 10_000
/** How long a crashed process is still shown. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000
/** Heartbeats between clean-ups of old rows. */
const PURGE_EVERY = 360

/** This process among those on its database. */
export interface Presence {
  readonly id: string
  /** `host:pid`, for people. */
  readonly name: string
  /** Removes its row. */
  stop(): Promise<void>
}

/** Registers this process and updates its heartbeat. */
export async function startPresence(options: {
  readonly connection: Connection
  readonly kind: ProcessRow['kind']
  readonly version: string
  readonly log: Logger
  readonly beatMs?: number
}): Promise<Presence> {
  const { connection, kind, version, log, beatMs = BEAT_MS } = options
  const { write } = connection
  const row: ProcessRow = { id: newId(), kind, host: hostname(), pid: process.pid, version }
  const presence = { id: row.id, name: `${row.host}:${row.pid}` }

  if (connection.kind === 'sqlite') {
    // The data folder is locked, so there is no other process to read the heartbeat, and each write would invalidate
    // cached answers.
    await write(async tx => {
      await beat(tx, row)
      await purgeOthers(tx, row.id)
    })
    return { ...presence, stop: () => write(tx => leave(tx, row.id)) }
  }

  let beats = 0
  let running: Promise<void> = Promise.resolve()
  let wasHeard = true
  async function giveSign(): Promise<void> {
    try {
      await write(async tx => {
        await beat(tx, row)
        if (beats++ % PURGE_EVERY === 0) await purgeSilent(tx, FORGOTTEN_MS)
      })
      wasHeard = true
    } catch (error) {
      if (wasHeard) log.warn({ err: error }, 'could not record the heartbeat of this process')
      wasHeard = false
    }
  }
  await giveSign()
  const timer = setInterval(() => {
    running = running.then(giveSign)
  }, beatMs)
  timer.unref()
  return {
    ...presence,
    stop: async () => {
      clearInterval(timer)
      await running
      // A crashed process is removed after a day.
      await write(tx => leave(tx, row.id)).catch(() => undefined)
    },
  }
}
