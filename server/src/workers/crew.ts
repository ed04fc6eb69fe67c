import type { ChildTask } from './child.protocol'
import { type Death, type Job, type JobOutcome, type ParserChild, pathOf, startChild } from './parser-child'
import { countPdfHandles, hasPdfOpen } from './pdf-handles'
import type { PdfHandles, PoolCounts } from './pool.types'

export interface CrewSettings {
  /** Maximum number of processes. */
  readonly size: number
  /** Idle time after which a process ends. */
  readonly idleMs: number
  /** A process is replaced after this number of files, or above this size. */
  readonly recycleAfter: number
  readonly recycleBytes: number
  /** Limits of each process: address space, and total CPU time. */
  readonly addressBytes: number
  readonly cpuSeconds: number
}

export interface JobLimits {
  readonly timeoutMs: number
  readonly coverMs: number
  /** A task that has not begun when it aborts fails. */
  readonly signal?: AbortSignal | undefined
}

/** The processes and the queued tasks. */
export interface Crew {
  run(task: ChildTask, limits: JobLimits): Promise<JobOutcome>
  counts(): PoolCounts
  pdfHandles(): PdfHandles
  closePdfHandles(book?: string): number
  close(): Promise<void>
}

interface State {
  readonly settings: CrewSettings
  readonly members: Map<ParserChild, Member>
  /** Priority: readers wait for pages, nobody waits for a scan. */
  readonly urgent: Job[]
  readonly patient: Job[]
  /** Books with waiting readers, least recently served first. */
  readonly served: Set<string | null>
  spaceStep: number
  started: number
  killed: number
  closed: boolean
  readonly pdf: ReturnType<typeof countPdfHandles>
}

interface Member {
  retiring: boolean
  /** It is ended because it had no work. */
  isIdle: boolean
  idle: ReturnType<typeof setTimeout> | null
}

/** Tasks that a person waits for. */
const URGENT: ReadonlySet<ChildTask['task']> = new Set(['page', 'picture', 'draw', 'publication', 'names'])
/** CPU time after which a process is replaced; a whole analysis fits between this and its limit. */
const RECYCLE_CPU_MS = 120_000
/**
 * Tasks queued in one process, so that it is never idle between two: writing results occupies the server for longer
 * than two quick tasks take. A page request waits for no more than these.
 */
const PIPELINE = { quick: 5, slow: 2 } as const
/** A process whose current task has taken longer gets no further tasks. */
const LONG_MS = 1_000
/** A task that took no longer is quick. */
const QUICK_MS = 50
/**
 * The runtime's reservation depends on the machine: if a process does not even start within its limit, the limit is
 * raised, and finally removed.
 */
const SPACE_FACTORS = [1, 4, 16, null] as const
const CLOSED: JobOutcome = { kind: 'failure', message: 'The parser pool is closed.' }
const ABANDONED: JobOutcome = { kind: 'failure', message: 'Nobody waits for it any more.' }

/** Processes are started when there is work, and end when there is none. */
export function startCrew(settings: CrewSettings): Crew {
  const state: State = {
    settings,
    members: new Map(),
    urgent: [],
    patient: [],
    served: new Set(),
    spaceStep: 0,
    started: 0,
    killed: 0,
    closed: false,
    pdf: countPdfHandles(),
  }
  return {
    run(task, { timeoutMs, coverMs, signal }) {
      if (state.closed) return Promise.resolve(CLOSED)
      return new Promise(done => {
        const job: Job = { task, timeoutMs, coverMs, signal, done, attempts: 0, partial: null }
        queueOf(state, job).push(job)
        pump(state)
      })
    },
    counts: () => countsOf(state),
    pdfHandles: () => state.pdf.of(active(state), settings),
    closePdfHandles: book => closePdfHandles(state, book),
    close: () => close(state),
  }
}

function queueOf(state: State, { task }: Job): Job[] {
  return URGENT.has(task.task) ? state.urgent : state.patient
}

/** Assigns as many tasks as the processes accept. */
function pump(state: State): void {
  while (!state.closed) {
    const next = nextUrgent(state) ?? nextPatient(state)
    if (next === null) return
    const { job, child } = next
    stopIdling(state, child)
    if (!child.give(job)) putBack(state, child, job)
  }
}

interface Next {
  readonly job: Job
  readonly child: ParserChild
}

/** Books take turns, so that one with slow pages delays only itself. */
function nextUrgent(state: State): Next | null {
  const { urgent, served } = state
  const turns = new Map([...served].map((path, at) => [path, at + 1]))
  const books = new Map<string | null, Job>()
  for (const job of urgent) if (!books.has(pathOf(job))) books.set(pathOf(job), job)
  for (const path of served) if (!books.has(path)) served.delete(path)
  const turnOf = (path: string | null) => turns.get(path) ?? 0
  for (const [path, job] of [...books].sort(([a], [b]) => turnOf(a) - turnOf(b))) {
    const child = freeChild(state, path)
    if (child === null) continue
    urgent.splice(urgent.indexOf(job), 1)
    served.delete(path)
    served.add(path)
    return { job, child }
  }
  return null
}

function nextPatient(state: State): Next | null {
  while (state.patient[0]?.signal?.aborted) state.patient.shift()?.done(ABANDONED)
  if (state.patient.length === 0) return null
  const child = freeChild(state)
  const job = child && state.patient.shift()
  return job ? { job, child } : null
}

/** Requeues a job that a process about to exit has refused, and gives that process no more work. */
function putBack(state: State, child: ParserChild, job: Job): void {
  const member = state.members.get(child)
  if (member !== undefined) member.retiring = true
  queueOf(state, job).unshift(job)
}

/** Pages of one book leave a process free for others. */
function freeChild(state: State, path?: string | null): ParserChild | null {
  const all = active(state)
  const own = path === undefined ? [] : all.filter(child => child.reads(path))
  const isAtLimit = own.length >= Math.max(1, state.settings.size - 1)
  const [least] = (isAtLimit ? own : all)
    .filter(({ busyMs }) => busyMs <= LONG_MS)
    .sort((a, b) => a.load - b.load || Number(hasPdfOpen(b, path)) - Number(hasPdfOpen(a, path)))
  if (least?.load === 0) return least
  if (!isAtLimit && state.members.size < state.settings.size) return hire(state)
  return least !== undefined && least.load < depthOf(least) ? least : null
}

function active(state: State): ParserChild[] {
  return [...state.members.keys()].filter(child => state.members.get(child)?.retiring === false)
}

function closePdfHandles(state: State, book?: string): number {
  const holding = active(state).filter(({ usage: { pdf } }) => pdf?.open && (book ?? pdf.open.book) === pdf.open.book)
  for (const child of holding) {
    const member = state.members.get(child)
    if (member) member.retiring = true
    stopIdling(state, child)
    if (child.load === 0) child.end()
  }
  return holding.length
}

function depthOf({ lastMs }: ParserChild): number {
  return lastMs <= QUICK_MS ? PIPELINE.quick : PIPELINE.slow
}

/** Starts a process; if the system refuses, all waiting tasks fail with the reason. */
function hire(state: State): ParserChild | null {
  const { addressBytes, cpuSeconds } = state.settings
  const factor = SPACE_FACTORS[state.spaceStep] ?? null
  const limits = { addressBytes: factor === null ? null : addressBytes * factor, cpuSeconds }
  try {
    const child = startChild(limits, {
      answered: member => onAnswered(state, member),
      gone: (member, guilty, innocent, death) => onGone(state, member, guilty, innocent, death),
    })
    state.members.set(child, { retiring: false, isIdle: false, idle: null })
    state.started++
    return child
  } catch (error) {
    const message = `The parser process does not start (${error instanceof Error ? error.message : error}).`
    for (const job of takeAll(state)) job.done({ kind: 'failure', message })
    return null
  }
}

function takeAll(state: State): Job[] {
  return [...state.urgent.splice(0), ...state.patient.splice(0)]
}

function onAnswered(state: State, child: ParserChild): void {
  const member = state.members.get(child)
  if (member === undefined) return
  state.pdf.answered(child)
  member.retiring ||= isSpent(state.settings, child)
  pump(state)
  if (child.load > 0) return
  if (member.retiring) {
    child.end()
    return
  }
  member.idle = setTimeout(() => {
    member.retiring = true
    member.isIdle = true
    child.end()
  }, state.settings.idleMs)
  member.idle.unref()
}

function isSpent(settings: CrewSettings, { served, usage }: ParserChild): boolean {
  if (usage.broken || served >= settings.recycleAfter) return true
  return usage.residentBytes > settings.recycleBytes || usage.cpuMs > RECYCLE_CPU_MS
}

function stopIdling(state: State, child: ParserChild): void {
  const member = state.members.get(child)
  if (member?.idle == null) return
  clearTimeout(member.idle)
  member.idle = null
}

function onGone(state: State, child: ParserChild, guilty: Job | null, innocent: readonly Job[], death: Death): void {
  stopIdling(state, child)
  state.pdf.ended(child, state.members.get(child)?.isIdle === true)
  state.members.delete(child)
  if (state.closed) {
    for (const job of guilty === null ? innocent : [guilty, ...innocent]) job.done(CLOSED)
    return
  }
  for (const job of innocent.toReversed()) queueOf(state, job).unshift(job)
  if (guilty !== null) handleDeath(state, guilty, death)
  pump(state)
}

/** Retries or fails the job that a process died with. */
function handleDeath(state: State, job: Job, death: Death): void {
  if (death.cause === 'unborn') {
    // Killed from outside during startup: not a lack of address space.
    if (death.signal === 'SIGKILL' && job.attempts++ < triesAgain(death)) queueOf(state, job).unshift(job)
    else if (++state.spaceStep < SPACE_FACTORS.length) queueOf(state, job).unshift(job)
    else {
      const how = death.signal ?? `exit code ${death.exitCode}`
      job.done({ kind: 'failure', message: `The parser process does not start (${how}).` })
    }
    return
  }
  state.killed++
  if (death.cause === 'crash' && job.attempts++ < triesAgain(death)) giveToNew(state, job)
  else job.done({ kind: 'died', death, partial: job.partial })
}

/** Retries in a new process, since earlier files may have caused the crash. There is room, because one has just died. */
function giveToNew(state: State, job: Job): void {
  const queue = queueOf(state, job)
  queue.unshift(job)
  const child = hire(state)
  if (child === null) return
  queue.shift()
  if (!child.give(job)) putBack(state, child, job)
}

/** How often a file that was being read when its process died is retried: one death may be chance, two are not. */
function triesAgain({ signal }: Death): number {
  // kill -9 or the OOM killer: the file is probably not the cause.
  return signal === 'SIGKILL' ? 2 : 1
}

function countsOf(state: State): PoolCounts {
  const underWay = [...state.members.keys()].reduce((sum, child) => sum + child.load, 0)
  const tasks = state.urgent.length + state.patient.length + underWay
  return { processes: state.members.size, tasks, started: state.started, killed: state.killed }
}

async function close(state: State): Promise<void> {
  state.closed = true
  for (const job of takeAll(state)) job.done(CLOSED)
  const children = [...state.members.keys()]
  for (const child of children) {
    stopIdling(state, child)
    child.end()
  }
  await Promise.all(children.map(child => child.ended))
}
