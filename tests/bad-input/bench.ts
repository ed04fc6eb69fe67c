import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BookFacts } from '../../server/src/formats/facts'
import { type PageResult, type ParserPool, type PoolOptions, startParserPool } from '../../server/src/workers'
import { resultsFolder, temporaryFolder } from '../kit/paths'

/** Real parser processes and a folder for test files. */
export interface Bench {
  readonly pool: ParserPool
  readonly folder: string
  /** Writes a file below the folder and gives its path. */
  readonly write: (name: string, bytes: Uint8Array | string) => string
  /** Analyses a file as a scan does, with its thumbnail. */
  readonly read: (path: string) => Promise<Reading>
  /** The pages of a book that was read, from the first on. */
  readonly pages: (path: string, facts: BookFacts, most?: number) => Promise<readonly (Buffer | string)[]>
  /** MiB of the largest parser process so far. */
  readonly peakMb: () => number
  /** The longest that one analysis took, in milliseconds. */
  readonly worstMs: () => number
  readonly close: () => Promise<void>
}

export interface Reading {
  readonly facts: BookFacts
  readonly ms: number
  readonly thumbnail: string
  /** `type reason` of each problem. */
  readonly ended: readonly string[]
}

export function openBench(name: string, options: PoolOptions = {}): Bench {
  const pool = startParserPool({ size: 2, analysisMs: 30_000, ...options })
  const scratch = temporaryFolder(name)
  const memory = watchChildren()
  let worst = 0
  let files = 0
  const place = (path: string) => {
    const file = join(scratch.path, path)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  return {
    pool,
    folder: scratch.path,
    write(path, bytes) {
      const file = place(path)
      writeFileSync(file, bytes)
      return file
    },
    async read(path) {
      const thumbnail = place(`thumbnails/${++files}.jpg`)
      const began = performance.now()
      const facts = await pool.analyze({ path, thumbnailTarget: thumbnail })
      const ms = performance.now() - began
      worst = Math.max(worst, ms)
      return { facts, ms, thumbnail, ended: facts.errors.map(({ errorType, reason }) => `${errorType} ${reason}`) }
    },
    async pages(path, facts, most = 10) {
      const pages: (Buffer | string)[] = []
      for (const [index, page] of facts.pages.slice(0, most).entries()) {
        const target = place(`pages/${++files}`)
        const result: PageResult = await pool.page({ ...page, path, page: index + 1, width: null, target })
        pages.push(result.ok ? readFileSync(target) : result.problem.reason)
      }
      return pages
    },
    peakMb: memory.peakMb,
    worstMs: () => Math.round(worst),
    async close() {
      memory.stop()
      await pool.close()
      scratch.remove()
    },
  }
}

/** Records the results of a row of docs/reliability.md. */
export function tell(row: string, figure: string): void {
  console.log(`${row}: ${figure}`)
  const line = { row, figure, date: new Date().toISOString().slice(0, 10) }
  appendFileSync(join(resultsFolder('bad-input'), 'figures.jsonl'), `${JSON.stringify(line)}\n`)
}

/** Samples the memory of this process's parser processes, 40 times a second. */
function watchChildren(): { readonly peakMb: () => number; readonly stop: () => void } {
  let peak = 0
  const look = () => {
    for (const pid of childrenOf(process.pid)) {
      const kib = Number(/^VmHWM:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0)
      peak = Math.max(peak, kib)
    }
  }
  const timer = setInterval(look, 25)
  return {
    peakMb: () => {
      look()
      return Math.round(peak / 1024)
    },
    stop: () => clearInterval(timer),
  }
}

function childrenOf(pid: number): string[] {
  return threadsOf(pid).flatMap(thread =>
    textOf(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter(child => child !== ''),
  )
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Empty for an ended process, or without such a list. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
