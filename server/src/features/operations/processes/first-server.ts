import type { Reader } from '../../../db'
import { BEAT_MS, type Presence } from './presence'
import { allProcesses, type SeenProcess } from './processes.queries'

/** Signs of life that a process may miss before it counts as gone. */
const MISSED_BEATS = 3

/** Whether no other server is up that was there before this one: what happens once at the start is its to do. */
export async function isFirstServer(reader: Reader, presence: Pick<Presence, 'id'>): Promise<boolean> {
  const all = await allProcesses(reader)
  const own = all.find(({ id }) => id === presence.id)
  const before = own ? all.slice(0, all.indexOf(own)) : all
  return !before.some(other => other.kind === 'serve' && isUp(other) && !isPredecessor(other, own))
}

function isUp({ silent_ms }: SeenProcess): boolean {
  return silent_ms <= MISSED_BEATS * BEAT_MS
}

/** A process that was killed left its row behind; in a container the next one has its number and its host's name. */
function isPredecessor(other: SeenProcess, own: SeenProcess | undefined): boolean {
  return own !== undefined && other.host === own.host && other.pid === own.pid
}
