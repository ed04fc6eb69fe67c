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
  readonly addressBytes?: number
}

const DEFAULTS = {
  idleMs: 10_000,
  analysisMs: 60_000,
  pageMs: 30_000,
  coverMs: 10_000,
  recycleAfter: 1_000,
  recycleBytes: 320 * 1024 * 1024,
  addressBytes: 2 * 1024 * 1024 * 1024,
} as const

/** CPU time after which a process is replaced, and at which the system ends it: one analysis fits between. */
const RECYCLE_CPU_MS = 120_000
const CPU_LIMIT_SECONDS = 300
/** Tasks given to one process at once: it never waits for us between two. */
const PIPELINE = 2

/** Starts the pool; processes are started when there is work, and end when there is none. */
export function startParserPool(options: PoolOptions = {}): ParserPool {
  const settings = { ...DEFAULTS, size: availableParallelism(), ...options }
  const limits: ChildLimits = { addressBytes: settings.addressBytes, cpuSeconds: CPU_LIMIT_SECONDS }
  const crew = new Map<ParserChild, { retiring: boolean; idle: ReturnType<typeof setTimeout> | null }>()
  /** Readers wait for pages, nobody waits for a scan. */
  const urgent: Job[] = []
  const patient: Job[] = []
  let closed = false

  function run(task: ChildTask, timeoutMs: number): Promise<JobOutcome> {
    if (closed) return Promise.reject(new Error('The parser pool is closed.'))
    return new Promise((resolve, reject) => {
      const done = (outcome: JobOutcome) =>
        closed ? reject(new Error('The parser pool was closed.')) : resolve(outcome)
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
    for (const job of innocent.toReversed()) (isUrgent(job) ? urgent : patient).unshift(job)
    if (guilty !== null) {
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
    async close() {
      closed = true
      for (const job of [...urgent.splice(0), ...patient.splice(0)]) job.done({ kind: 'failure', message: 'closed' })
      for (const child of [...crew.keys()]) child.end()
    },
  }

  /** Stamp and hashes without parsing, so that even a file that kills its parser keeps its identity. */
  async function identify(path: string): Promise<BookFacts> {
    const outcome = await run({ task: 'identify', path }, settings.analysisMs)
    if (outcome.kind === 'result') return outcome.result as BookFacts
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
