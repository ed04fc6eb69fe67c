import { availableParallelism } from 'node:os'
import type { BookFacts, BookTrouble } from '../formats/facts'
import { trouble } from '../formats/trouble'
import { unreadableBook } from '../formats/unreadable-book'
import type { ChildTask } from './child.protocol'
import { type ChildLimits, type Death, type Job, type JobOutcome, type ParserChild, startChild } from './parser-child'
import type { PageRequest, PageResult, ParserPool, PublicationResult } from './pool.types'

export interface PoolOptions {
  /** Most processes at once; by default as many as cores. */
  readonly size?: number
  /** A process without work ends after this time. */
  readonly idleMs?: number
  /** Wall time for the analysis of one file, and for one page or publication. */
  readonly analysisMs?: number
  readonly pageMs?: number
  /** Wall time for the cover of a PDF, when all else is known. */
  readonly coverMs?: number
  /** A process is replaced after so many files, or when it has grown so large. */
  readonly recycleAfter?: number
  readonly recycleBytes?: number
  /** Limits of each process: address space, and CPU time in its whole life. */
  readonly addressBytes?: number
  readonly cpuSeconds?: number
}

const DEFAULTS = {
  idleMs: 10_000,
  analysisMs: 60_000,
  pageMs: 30_000,
  coverMs: 10_000,
  recycleAfter: 1_000,
  recycleBytes: 320 * 1024 * 1024,
  addressBytes: 2 * 1024 * 1024 * 1024,
  cpuSeconds: 300,
} as const

/** CPU time after which a process is replaced; a whole analysis fits between this and its limit. */
const RECYCLE_CPU_MS = 120_000
const CLOSED: JobOutcome = { kind: 'failure', message: 'The parser pool is closed.' }
/** Tasks given to one process at once: it never waits for us between two. */
const PIPELINE = 2

/** Starts the pool; processes are started when there is work, and end when there is none. */
export function startParserPool(options: PoolOptions = {}): ParserPool {
  const settings = { ...DEFAULTS, size: availableParallelism(), ...options }
  const limits: ChildLimits = { addressBytes: settings.addressBytes, cpuSeconds: settings.cpuSeconds }
  const crew = new Map<ParserChild, { retiring: boolean; idle: ReturnType<typeof setTimeout> | null }>()
  /** Readers wait for pages, nobody waits for a scan. */
  const urgent: Job[] = []
  const patient: Job[] = []
  let closed = false
  let started = 0
  let killed = 0

  function run(task: ChildTask, timeoutMs: number): Promise<JobOutcome> {
    if (closed) return Promise.resolve(CLOSED)
    return new Promise(done => {
      const queue = task.task === 'page' || task.task === 'publication' ? urgent : patient
      queue.push({ task, timeoutMs, coverMs: settings.coverMs, done, attempts: 0, partial: null })
      pump()
    })
  }

  function pump(): void {
    while (!closed && urgent.length + patient.length > 0) {
      const child = freeChild()
      if (child === null) return
      const job = urgent.shift() ?? patient.shift()
      if (job === undefined) return
      stopIdling(child)
      child.give(job)
    }
  }

  function freeChild(): ParserChild | null {
    const working = [...crew].filter(([, { retiring }]) => !retiring).map(([child]) => child)
    const idle = working.find(child => child.load === 0)
    if (idle !== undefined) return idle
    if (crew.size < settings.size) return hire()
    return working.find(child => child.load < PIPELINE) ?? null
  }

  function hire(): ParserChild {
    const child = startChild(limits, { answered, gone })
    crew.set(child, { retiring: false, idle: null })
    started++
    return child
  }

  function answered(child: ParserChild): void {
    const state = crew.get(child)
    if (state === undefined) return
    const { residentBytes, cpuMs } = child.usage
    state.retiring ||=
      child.served >= settings.recycleAfter || residentBytes > settings.recycleBytes || cpuMs > RECYCLE_CPU_MS
    pump()
    if (child.load > 0) return
    if (state.retiring) {
      child.end()
      return
    }
    state.idle = setTimeout(() => retire(child), settings.idleMs)
    state.idle.unref()
  }

  function retire(child: ParserChild): void {
    const state = crew.get(child)
    if (state !== undefined) state.retiring = true
    child.end()
  }

  function stopIdling(child: ParserChild): void {
    const state = crew.get(child)
    if (state?.idle == null) return
    clearTimeout(state.idle)
    state.idle = null
  }

  function gone(child: ParserChild, guilty: Job | null, innocent: readonly Job[], death: Death): void {
    stopIdling(child)
    crew.delete(child)
    if (closed) {
      for (const job of guilty === null ? innocent : [guilty, ...innocent]) job.done(CLOSED)
      return
    }
    for (const job of innocent.toReversed()) (isUrgent(job) ? urgent : patient).unshift(job)
    if (guilty !== null) {
      killed++
      // A process that had read other files may have died of them: the last one gets a fresh process, once.
      if (death.cause === 'crash' && child.served > 0 && guilty.attempts++ === 0) {
        ;(isUrgent(guilty) ? urgent : patient).unshift(guilty)
      } else if (death.cause === 'unborn') {
        const why = death.signal ?? `exit code ${death.exitCode}`
        guilty.done({ kind: 'failure', message: `The parser process does not start (${why}).` })
      } else guilty.done({ kind: 'died', death, partial: guilty.partial })
    }
    pump()
  }

  return {
    async analyze(request) {
      const outcome = await run({ task: 'analyze', ...request }, settings.analysisMs)
      if (outcome.kind !== 'died') return resultOf<BookFacts>(outcome)
      const { partial, death } = outcome
      if (partial !== null) return withTrouble(partial, deathTrouble('thumbnail', death, settings.coverMs))
      return withTrouble(await identify(request.path), deathTrouble('parser', death, settings.analysisMs))
    },
    async page(request) {
      const outcome = await run({ task: 'page', ...request }, settings.pageMs)
      if (outcome.kind !== 'died') return resultOf<PageResult>(outcome)
      return { ok: false, trouble: deathTrouble(pageErrorType(request), outcome.death, settings.pageMs) }
    },
    async publication(request) {
      const outcome = await run({ task: 'publication', ...request }, settings.pageMs)
      if (outcome.kind !== 'died') return resultOf<PublicationResult>(outcome)
      return { ok: false, trouble: deathTrouble('parser', outcome.death, settings.pageMs) }
    },
    counts() {
      const underWay = [...crew.keys()].reduce((sum, child) => sum + child.load, 0)
      return { processes: crew.size, tasks: urgent.length + patient.length + underWay, started, killed }
    },
    async close() {
      closed = true
      for (const job of [...urgent.splice(0), ...patient.splice(0)]) job.done(CLOSED)
      const children = [...crew.keys()]
      for (const child of children) {
        stopIdling(child)
        child.end()
      }
      await Promise.all(children.map(child => child.ended))
    },
  }

  /** Stamp and hashes without parsing, so that even a file that kills its parser keeps its identity. */
  async function identify(path: string): Promise<BookFacts> {
    const outcome = await run({ task: 'identify', path }, settings.pageMs)
    if (outcome.kind !== 'died') return resultOf<BookFacts>(outcome)
    return { ...unreadableBook(trouble('other', 'unreadable', 'The file cannot be read.')), errors: [] }
  }
}

function withTrouble(facts: BookFacts, found: BookTrouble): BookFacts {
  return { ...facts, errors: [...facts.errors.filter(one => one.errorType !== found.errorType), found] }
}

function isUrgent(job: Job): boolean {
  return job.task.task === 'page' || job.task.task === 'publication'
}

/** A failure is ours (a full disk, a folder that cannot be written), so it rejects. */
function resultOf<T>(outcome: Exclude<JobOutcome, { kind: 'died' }>): T {
  if (outcome.kind === 'failure') throw new Error(outcome.message)
  return outcome.result as T
}

function pageErrorType(request: PageRequest): BookTrouble['errorType'] {
  return request.storage === 'rendered' ? 'pdf_rendering' : 'page_extraction'
}

function deathTrouble(errorType: BookTrouble['errorType'], death: Death, limitMs: number): BookTrouble {
  if (death.cause === 'timeout') {
    return trouble(errorType, 'resource', `Reading the file took longer than ${limitMs / 1000} seconds.`)
  }
  const details = death.signal === null ? { exitCode: death.exitCode ?? -1 } : { signal: death.signal }
  return trouble(errorType, 'resource', 'The file ended the process that read it: it asks for too much.', details)
}
