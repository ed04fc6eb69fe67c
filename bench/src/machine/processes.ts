import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Ticks in a second in /proc/PID/stat: 100 on every Linux that Bun runs on. */
const TICKS = 100

/** False without /proc: memory and CPU time are not measured then. */
export const CAN_SEE_PROCESSES = existsSync('/proc/self/smaps_rollup')

interface Stat {
  readonly parent: number
  /** Own CPU time, in ticks. */
  readonly own: number
  /** CPU time of children that have ended. */
  readonly ended: number
}

/** CPU seconds of a process and its children, including ended ones. */
export function cpuSeconds(root: number): number {
  let ticks = 0
  for (const pid of processTree(root)) {
    const stat = readStat(pid)
    if (stat) ticks += stat.own + stat.ended
  }
  return ticks / TICKS
}

/** CPU seconds of one process alone. */
export function ownCpuSeconds(pid: number): number {
  return (readStat(pid)?.own ?? 0) / TICKS
}

/** Memory of a process and its children in bytes: pages that several processes share are divided among them. */
export function pssBytes(root: number): number {
  return sumOf(root, 'Pss')
}

/** The same, but what is shared counts in full: the benchmark itself runs the same program as the server. */
export function residentBytes(root: number): number {
  return sumOf(root, 'Rss')
}

function sumOf(root: number, field: 'Pss' | 'Rss'): number {
  let kilobytes = 0
  for (const pid of processTree(root)) {
    const rollup = readOrNull(`/proc/${pid}/smaps_rollup`)
    kilobytes += Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup ?? '')?.[1] ?? 0)
  }
  return kilobytes * 1024
}

/** Samples the memory until it is stopped, and then returns the maximum. */
export function watchPeak(root: number): () => number {
  let peak = pssBytes(root)
  const timer = setInterval(() => {
    peak = Math.max(peak, pssBytes(root))
  }, 250)
  return () => {
    clearInterval(timer)
    return peak
  }
}

function processTree(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? readStat(pid) : null
    if (!stat) continue
    const siblings = children.get(stat.parent)
    if (siblings) siblings.push(pid)
    else children.set(stat.parent, [pid])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** The name in parentheses may contain spaces, so fields are counted from its end (man proc_pid_stat). */
function readStat(pid: number): Stat | null {
  const text = readOrNull(`/proc/${pid}/stat`)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (place: number) => Number(fields[place - 3] ?? 0)
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
