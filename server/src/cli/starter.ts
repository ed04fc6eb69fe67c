import { readFileSync } from 'node:fs'
import type { Environment } from '../config'

/** Interval of checks whether npm is still running. */
const LOOK_MS = 250
/** Read when the program starts: npm may end before anybody asks. */
const parent = process.ppid
const starters = [parent, ...starterOfShell(parent)]

/**
 * Calls `act` when the npm that started this process has ended: it does not pass on every signal. A process that a person
 * or service manager started may outlive its shell, for example with `nohup`.
 */
export function whenNpmEnds(environment: Environment, act: () => void): void {
  if (!isStartedByNpm(environment)) return
  const look = setInterval(() => {
    if (process.ppid === parent && starters.every(isRunning)) return
    clearInterval(look)
    act()
  }, LOOK_MS)
  look.unref()
}

/** By `npm start` or `npx octavo`: programs that other npm scripts start inherit their environment, too. */
function isStartedByNpm({ npm_lifecycle_event: event, npm_lifecycle_script: script = '' }: Environment): boolean {
  return event === 'start' || (event === 'npx' && /^['"]?octavo\b/.test(script))
}

/** What started the shell in which npm runs a script, unless this process has replaced that shell. Only on Linux. */
function starterOfShell(shell: number): readonly number[] {
  try {
    const [, name = '', starter] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${shell}/stat`, 'utf8')) ?? []
    return /^(ba|da|a|z|k)?sh$|^busybox$/.test(name) ? [Number(starter)] : []
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is running and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
