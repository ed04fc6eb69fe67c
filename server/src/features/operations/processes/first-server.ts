import type { Reader } from '../../../db'
import { BEAT_MS, type Presence } from './presence'
import { allProcesses, type SeenProcess } from './processes.queries'

/** Missed heartbeats before a process counts as gone. */
const MISSED_BEATS = 3

/** Whether no other server was running before this one, so that it does the one-time work at the start. */
export async function isFirstServer(reader: Reader, presence: Pick<Presence, 'id'>): Promise<boolean> {
  const all = await allProcesses(reader)
  const own = all.find(({ id }) => id === presence.id)
  const before = own ? all.slice(0, all.indexOf(own)) : all
  return !before.some(other => other.kind === 'serve' && isUp(other) && !isPredecessor(other, own))
}

function isUp({ silent_ms }: SeenProcess): boolean {
  return silent_ms <= MISSED_BEATS * BEAT_MS
}

/** A killed process leaves its row behind; in a container the next one has the same pid and host name. */
function isPredecessor(other: SeenProcess, own: SeenProcess | undefined): boolean {
  return own !== undefined && other.host === own.host && other.pid === own.pid
}
