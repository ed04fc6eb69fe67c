import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ROOT, resultsFolder } from '../../kit/paths'
import { type DatabaseKind, didNotRun, type Outcome, type Row } from './row'

export interface RowRun {
  readonly row: Row
  readonly database: DatabaseKind
  readonly rounds: number
  readonly seed: number
}

const running = new Set<number>()

/** Runs a row in its own process group and returns the outcome, also if it hangs or aborts. */
export async function startRow({ row, database, rounds, seed }: RowRun): Promise<Outcome> {
  const missing = lacks(row)
  if (missing) return didNotRun(missing)
  const answer = join(resultsFolder('long'), `${row.id}-${database}.json`)
  rmSync(answer, { force: true })
  const program = join(import.meta.dir, 'run-row.ts')
  const args = [program, row.id, database, String(rounds), String(seed), answer]
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const { pid = 0 } = child
  running.add(pid)
  let late = false
  const limit = setTimeout(() => {
    late = true
    endGroup(pid)
  }, row.minutes * 60_000)
  await new Promise(resolve => child.on('exit', resolve))
  clearTimeout(limit)
  endGroup(pid)
  running.delete(pid)
  if (late) return didNotRun(`it took more than ${row.minutes} minutes and was ended`)
  if (!existsSync(answer)) return didNotRun('it broke off without an answer')
  return JSON.parse(readFileSync(answer, 'utf8')) as Outcome
}

/** Kills all remaining processes. */
export function endRows(): void {
  for (const pid of running) endGroup(pid)
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Why a row cannot run here, after trying to install its requirements; null if it can. */
function lacks({ needs = {}, asRoot = false }: Row): string | null {
  const isRoot = userInfo().uid === 0
  if (asRoot && !isRoot) return 'it needs root: for mounts, network namespaces or other users'
  const missing = Object.entries(needs).filter(([program]) => Bun.which(program) === null)
  if (missing.length === 0) return null
  const packages = missing.map(([, name]) => name)
  if (isRoot && Bun.which('apt-get')) {
    console.log(`  installing ${packages.join(', ')} by apt-get`)
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  }
  const still = missing.filter(([program]) => Bun.which(program) === null)
  return still.length === 0 ? null : `it needs ${still.map(([program, name]) => `${program} (package ${name})`)}`
}
