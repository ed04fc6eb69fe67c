import type { Connection, Tx } from '../db'
import { newId } from '../kernel/ids'
import type { Logger } from '../kernel/log'
import { claim, expireLeases, hasDueTask, renew } from './queue'
import { type Admission, type ClaimedTask, type TaskHandlers, TaskStopped } from './queue.types'
import { failExhausted, finishAttempts, hasExhausted, isFinal } from './queue-finish'
import { createQuickTypes } from './quick-types'
import { type EndedAttempt, runAttempt } from './run-attempt'
import type { TaskSignal } from './task-signal'

export interface WorkerOptions {
  /** Shown for the tasks that it runs. */
  readonly name?: string
  readonly connection: Connection
  readonly handlers: TaskHandlers
  readonly signal: TaskSignal
  readonly log: Logger
  /** Concurrent tasks; if more than one, heavy tasks leave one slot for light ones. */
  readonly slots?: number
  /** Polling interval for tasks that become due without a signal. */
  readonly pollMs?: number
  /** How long a task belongs to this worker after its last heartbeat. */
  readonly leaseMs?: number
  /** Checked before tasks are claimed; all may start by default. */
  readonly admission?: () => Promise<Admission>
  /** Called after a number of attempts was recorded. */
  readonly onRuns?: (count: number) => void
}

export interface Worker {
  /** Claims no more tasks, asks the running ones to stop and puts them back. */
  stop(): Promise<void>
}

const EXHAUSTED = 'The process that ran this task ended each time. See the log for the reason.'
/** Attempts written in one transaction. */
const MAX_BATCH = 256
/** Polling interval while tasks may not start. */
const ADMISSION_MS = 500
/** A task that was claimed ahead and could not begin within this time is put back for others. */
const STALE_AHEAD_MS = 1_000
/** Interval between checks for tasks of dead processes. */
const EXHAUSTED_MS = 1_000
const FIRST_WAIT_MS = 100
/** Consecutive failed turns before a stopping worker gives up. */
const LAST_TURNS = 4
/** An attempt whose end cannot be written, though the database responds, is given up after this number of tries. */
const MAX_TRIES = 4

interface Ahead {
  readonly task: ClaimedTask
  readonly claimedAt: number
}

/**
 * Runs tasks of the given types until it is stopped. Each turn writes, in one transaction, everything that has ended
 * since the last one and claims the next tasks, so the busier the worker is, the fewer commits a task costs.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { connection, handlers, signal, log, slots = 2, pollMs = 5_000, leaseMs = 30_000 } = options
  const { admission = async () => 'all' as const, onRuns } = options
  const types = Object.keys(handlers)
  const light = types.filter(type => handlers[type]?.weight !== 'heavy')
  const heavySlots = slots > 1 && light.length > 0 ? slots - 1 : slots
  const worker = options.name ?? `worker-${newId()}`
  const stopping = new AbortController()

  const quick = createQuickTypes()
  const running = new Set<ClaimedTask>()
  let ahead: Ahead[] = []
  let ended: EndedAttempt[] = []
  const tries = new Map<EndedAttempt, number>()
  let batchSize = MAX_BATCH
  let turnedAt = Date.now()
  let exhaustedAt = Number.NEGATIVE_INFINITY
  let somethingEnded = Promise.withResolvers<void>()

  // This process has locked the data folder, so former lease holders are gone.
  if (connection.kind === 'sqlite') await connection.write(expireLeases)

  /** Runs one turn; false if there was nothing to do. */
  async function turn(): Promise<boolean> {
    const admitted = stopping.signal.aborted ? 'none' : await admission()
    putBackUnbegun(admitted)
    await renewAfterPause()
    await giveUpExhausted().catch(error => log.error({ err: error }, 'could not end tasks of dead processes'))
    if (ended.length === 0 && !(await isWorthIt(admitted))) return false
    const batch = ended.slice(0, batchSize)
    const claimedAt = performance.now()
    const claimed = await connection.write(async tx => {
      const written = await writeEnds(tx, batch)
      return { tasks: admitted === 'none' ? [] : await claimMore(tx, admitted === 'requested'), written }
    })
    for (const note of claimed.written) note.written()
    const done = new Set(batch)
    ended = ended.filter(attempt => !done.has(attempt))
    for (const attempt of batch) tries.delete(attempt)
    batchSize = MAX_BATCH
    if (batch.length > 0) onRuns?.(batch.length)
    ahead.push(...claimed.tasks.map(task => ({ task, claimedAt })))
    begin()
    return batch.length > 0 || claimed.tasks.length > 0
  }

  async function isWorthIt(admitted: Admission): Promise<boolean> {
    if (admitted === 'none' || running.size + ahead.length >= slots) return false
    return hasDueTask(connection.reader, { types: claimable(), requestedOnly: admitted === 'requested' })
  }

  /** While the computer slept or the process was stopped, leases expired by the clock, but their tasks still run. */
  async function renewAfterPause(): Promise<void> {
    const hasPaused = Date.now() - turnedAt > leaseMs / 3
    if (hasPaused && running.size > 0) {
      await connection.write(async tx => {
        for (const task of running) await renew(tx, task, leaseMs)
      })
    }
    turnedAt = Date.now()
  }

  /** Heavy tasks only while they leave a slot. */
  function claimable(more = 0): readonly string[] {
    const heavy = [...running].filter(task => handlers[task.type]?.weight === 'heavy').length
    return heavy + more < heavySlots ? types : light
  }

  async function writeEnds(tx: Tx, batch: readonly EndedAttempt[]) {
    const held = new Set(await finishAttempts(tx, batch))
    const written = []
    for (const attempt of batch) {
      if (!held.has(attempt)) continue
      if (attempt.notes) written.push(await attempt.notes.write(tx))
      if (isFinal(attempt.end)) await handlers[attempt.task.type]?.ended?.(tx, attempt.task, attempt.end)
    }
    return written
  }

  async function giveUpExhausted(): Promise<void> {
    if (performance.now() - exhaustedAt < EXHAUSTED_MS) return
    exhaustedAt = performance.now()
    if (!(await hasExhausted(connection.reader, types))) return
    const count = await connection.write(async tx => {
      const lost = await failExhausted(tx, types, EXHAUSTED)
      for (const task of lost) await handlers[task.type]?.ended?.(tx, task, { status: 'failed', error: EXHAUSTED })
      return lost.length
    })
    onRuns?.(count)
  }

  async function claimMore(tx: Tx, requestedOnly: boolean): Promise<ClaimedTask[]> {
    const tasks: ClaimedTask[] = []
    let heavy = 0
    while (running.size + ahead.length + tasks.length < slots) {
      const [task] = await claim(tx, { worker, types: claimable(heavy), leaseMs, requestedOnly })
      if (!task) return tasks
      if (handlers[task.type]?.weight === 'heavy') heavy++
      tasks.push(task)
    }
    const limit = quick.ahead(slots) - ahead.length
    const more = await claim(tx, { worker, types: quick.among(light), leaseMs, requestedOnly, limit, ahead: true })
    return [...tasks, ...more]
  }

  function begin(): void {
    while (running.size < slots && !stopping.signal.aborted) {
      const next = ahead.shift()
      if (!next) return
      if (isStale(next)) {
        putBack(next)
        continue
      }
      running.add(next.task)
      void run(next)
    }
  }

  async function run({ task, claimedAt }: Ahead): Promise<void> {
    const handler = handlers[task.type]
    const attempt =
      handler && (await runAttempt({ connection, handler, task, leaseMs, claimedAt, stopping: stopping.signal, log }))
    running.delete(task)
    if (attempt) {
      quick.ended(task.type, attempt.durationMs)
      ended.push(attempt)
    }
    begin()
    somethingEnded.resolve()
  }

  function putBackUnbegun(admitted: Admission): void {
    const back = admitted === 'all' ? ahead.filter(isStale) : ahead
    if (back.length === 0) return
    ahead = ahead.filter(one => !back.includes(one))
    for (const one of back) putBack(one)
  }

  function putBack({ task }: Ahead): void {
    ended.push({ task, end: { status: 'released' }, durationMs: 0, notes: null })
  }

  /** After a failed turn: one bad task must not block the rest. */
  async function afterFailure(error: unknown): Promise<void> {
    log.error({ err: error }, 'could not read the task queue')
    const [first] = ended
    // One by one, until a turn succeeds.
    const wasAlone = batchSize === 1
    batchSize = 1
    if (!first || !wasAlone) return
    await connection.ping()
    ended = [...ended.slice(1), first]
    tries.set(first, (tries.get(first) ?? 0) + 1)
    if ((tries.get(first) ?? 0) < MAX_TRIES) return
    ended = ended.filter(attempt => attempt !== first)
    tries.delete(first)
    log.error({ task: first.task.type, id: first.task.id }, 'could not save the outcome of a task; it will run again')
  }

  async function loop(): Promise<void> {
    let failures = 0
    while (true) {
      const seen = signal.count
      somethingEnded = Promise.withResolvers<void>()
      try {
        const busy = await turn()
        failures = 0
        if (stopping.signal.aborted && running.size + ahead.length + ended.length === 0) return
        if (busy || ended.length > 0) await nextTurn()
        else await signal.wait(seen, await patience(), somethingEnded.promise)
      } catch (error) {
        failures++
        if (stopping.signal.aborted && failures >= LAST_TURNS) return
        await afterFailure(error).catch(() => undefined)
        await Bun.sleep(Math.min(pollMs, FIRST_WAIT_MS * 2 ** (failures - 1)))
      }
    }
  }

  async function patience(): Promise<number> {
    return (await admission()) === 'all' ? pollMs : Math.min(pollMs, ADMISSION_MS)
  }

  const looping = loop()
  return {
    stop: async () => {
      stopping.abort(new TaskStopped('stopping'))
      somethingEnded.resolve()
      await looping
    },
  }
}

function isStale({ claimedAt }: Ahead): boolean {
  return performance.now() - claimedAt > STALE_AHEAD_MS
}

/** SQLite runs in the serving thread, so it yields to requests between two transactions. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
