import { readFile } from 'node:fs/promises'

/** Where the kernel lists its connections (man proc_pid_net); other systems than Linux have none. */
const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']
const ESTABLISHED = '01'
/** Sent again so often without an answer: 6 seconds on a near line, some more on a far one. */
const MIN_RETRIES = 5

/**
 * Ports of the other ends of connections that have left the net without a word: what was sent to them is not
 * acknowledged. A write to them succeeds all the same, and the kernel gives up only after a quarter of an hour.
 */
export async function silentPorts(): Promise<ReadonlySet<number>> {
  const texts = await Promise.all(LISTS.map(list => readFile(list, 'latin1').catch(() => '')))
  return silentPortsIn(texts.join('\n'))
}

/** A port that some live connection has as well is left out: it is not known which of them is meant. */
export function silentPortsIn(lists: string): ReadonlySet<number> {
  const silent = new Set<number>()
  const alive = new Set<number>()
  for (const line of lists.split('\n')) {
    const [, , remote, state, queues, , retries] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || !remote || !queues || !retries) continue
    const port = Number.parseInt(remote.slice(remote.indexOf(':') + 1), 16)
    const isSilent = !queues.startsWith('00000000:') && Number.parseInt(retries, 16) >= MIN_RETRIES
    if (isSilent) silent.add(port)
    else alive.add(port)
  }
  return new Set([...silent].filter(port => !alive.has(port)))
}
