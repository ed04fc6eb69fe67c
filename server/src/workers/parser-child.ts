import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BookFacts } from '../formats/facts'
import { LIMITS } from '../kernel/limits'
import type { ChildAnswer, ChildQuestion, ChildTask, ChildUsage } from './child.protocol'
import { goesFirst } from './first-to-go'

/** One task in the pool. */
export interface Job {
  readonly task: ChildTask
  readonly timeoutMs: number
  /** Remaining time after a partial result. */
  readonly coverMs: number
  /** Aborts when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined
  readonly done: (outcome: JobOutcome) => void
  /** How often a process died with it. */
  attempts: number
  partial: BookFacts | null
}

/** The book of a job; null for user-defined patterns. */
export function pathOf({ task }: Job): string | null {
  return 'path' in task ? task.path : null
}

export type JobOutcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'failure'; readonly message: string }
  | { readonly kind: 'died'; readonly death: Death; readonly partial: BookFacts | null }

export interface Death {
  /** `timeout`: we ended it. `crash`: it ended by itself, by a limit or a bug. `unborn`: it never started. */
  readonly cause: 'timeout' | 'crash' | 'unborn'
  readonly exitCode: number | null
  readonly signal: string | null
}

export interface ChildLimits {
  /**
   * Bytes of address space; null for no limit. Of 2 GiB, Bun with sharp and PDFium leaves some 640 MiB for the work
   * (measured).
   */
  readonly addressBytes: number | null
  /** Total CPU seconds of the process. */
  readonly cpuSeconds: number
}

export interface ParserChild {
  /** Assigned, unanswered tasks. */
  readonly load: number
  /** Tasks answered. */
  readonly served: number
  readonly usage: ChildUsage
  /** Wall time of the last answered task; infinite before the first one. */
  readonly lastMs: number
  /** Wall time of the current task so far; 0 without one. */
  readonly busyMs: number
  /** Whether one of its tasks is about this book. */
  reads(path: string | null): boolean
  /** Whether it accepts the job: a process about to exit accepts none. */
  give(job: Job): boolean
  end(): void
  /** Resolves when the process has exited or is abandoned. */
  readonly ended: Promise<unknown>
}

export interface ChildEvents {
  /** A job was answered. */
  answered(child: ParserChild): void
  /** It ended; `guilty` is its current job, `innocent` those queued after it. */
  gone(child: ParserChild, guilty: Job | null, innocent: readonly Job[], death: Death): void
}

const PRLIMIT = '/usr/bin/prlimit'
/** A killed process exits at once, unless it is blocked by a hanging disk; nobody waits for it longer than this. */
const GOING_MS = 5_000
/** Next to this file, or next to the built server. */
const CHILD_SCRIPT = join(import.meta.dir, import.meta.path.endsWith('.ts') ? 'child.ts' : 'child.js')

/** Starts a parser process, without our environment and with limited memory. */
export function startChild(limits: ChildLimits, events: ChildEvents): ParserChild {
  const waiting: { id: number; job: Job }[] = []
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let ready = false
  let timedOut = false
  let usage: ChildUsage = { residentBytes: 0, cpuMs: 0, broken: false, pdf: null }
  let served = 0
  let firstSince = 0
  let lastMs = Number.POSITIVE_INFINITY
  let going: ReturnType<typeof setTimeout> | null = null
  const ended = Promise.withResolvers<void>()

  const subprocess = Bun.spawn([...limiter(limits), process.execPath, CHILD_SCRIPT, JSON.stringify(LIMITS.files)], {
    env: CHILD_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore'],
    serialization: 'json',
    ipc: message => receive(message as ChildAnswer),
    onExit: (_, exitCode, signalCode) => leave(exitCode, signalName(signalCode)),
  })
  goesFirst(subprocess.pid)

  let isGone = false
  function leave(exitCode: number | null, signal: string | null): void {
    if (timer !== null) clearTimeout(timer)
    if (going !== null) clearTimeout(going)
    if (isGone) return
    isGone = true
    const jobs = waiting.splice(0).map(({ job }) => job)
    const guilty = usage.broken ? null : (jobs.shift() ?? null)
    const cause = timedOut ? 'timeout' : ready ? 'crash' : 'unborn'
    ended.resolve()
    events.gone(child, guilty, jobs, { cause, exitCode, signal })
  }

  function kill(): void {
    subprocess.kill('SIGKILL')
    going ??= setTimeout(() => {
      subprocess.unref()
      leave(null, 'SIGKILL')
    }, GOING_MS)
  }

  function receive(message: ChildAnswer): void {
    if (isGone) return
    if ('ready' in message) {
      ready = true
      return
    }
    const [first] = waiting
    // Responses arrive in order; anything else is a protocol violation.
    if (first === undefined || message.id !== first.id) {
      kill()
      return
    }
    if ('partial' in message) {
      first.job.partial = message.partial
      watchFirst(first.job.coverMs)
      return
    }
    waiting.shift()
    served++
    const now = performance.now()
    lastMs = now - firstSince
    firstSince = now
    usage = message.usage
    if (usage.broken) kill()
    watchFirst()
    first.job.done(
      'failure' in message ? { kind: 'failure', message: message.failure } : { kind: 'result', result: message.result },
    )
    events.answered(child)
  }

  /** The wall timer applies to the current job. */
  function watchFirst(limitMs = waiting[0]?.job.timeoutMs): void {
    if (timer !== null) clearTimeout(timer)
    timer = limitMs === undefined ? null : setTimeout(endOverdue, limitMs)
  }

  function endOverdue(): void {
    timedOut = true
    kill()
  }

  const child: ParserChild = {
    get load() {
      return waiting.length
    },
    get served() {
      return served
    },
    get lastMs() {
      return lastMs
    },
    get busyMs() {
      return waiting.length > 0 ? performance.now() - firstSince : 0
    },
    reads: path => waiting.some(({ job }) => pathOf(job) === path),
    get usage() {
      return usage
    },
    give(job) {
      if (going !== null || isGone) return false
      const id = ++lastId
      const question: ChildQuestion = { ...job.task, id }
      try {
        subprocess.send(question)
      } catch {
        // It has closed its pipe, and will exit soon.
        kill()
        return false
      }
      waiting.push({ id, job })
      if (waiting.length === 1) {
        firstSince = performance.now()
        watchFirst()
      }
      return true
    },
    end: kill,
    ended: ended.promise,
  }
  return child
}

/**
 * Nothing of the server's environment: no secrets for a process that opens untrusted files. JavaScriptCore reserves far
 * more address space for JIT code than the limit allows; without it, it interprets, and PDFium is thirty times slower
 * (measured). 64 MiB are enough. Its last JIT tier costs a process of a thousand files more than it gains (a third of
 * everything except the cover; PDFium is not affected; measured). Memory of one picture is reused for the next:
 * returning it at once, the runtime's default, and clearing it again takes a seventh of the time to read a comic
 * (measured).
 */
const CHILD_ENVIRONMENT = {
  BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024),
  BUN_JSC_useFTLJIT: '0',
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_PURGE_DELAY: '10000',
  VIPS_BLOCK_UNTRUSTED: '1',
}

function limiter(limits: ChildLimits): string[] {
  if (!existsSync(PRLIMIT)) return []
  const space = limits.addressBytes === null ? [] : [`--as=${limits.addressBytes}`]
  return [PRLIMIT, ...space, `--cpu=${limits.cpuSeconds}`, '--core=0', '--']
}

function signalName(signal: number | string | null): string | null {
  return signal === null ? null : String(signal)
}
