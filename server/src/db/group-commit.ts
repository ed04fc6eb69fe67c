import type { Happening } from './happening'
import type { Tx } from './write'

/** Maximum number of writes in one transaction, so that it ends quickly. */
const MOST = 64

/** One transaction for a whole group. Results of `work` are acknowledged after the commit. */
export interface SharedTransaction {
  /** A writer whose events the caller collects. */
  with(publish: (happening: Happening) => void): Tx
  /** Runs a statement of transaction control. */
  control(statement: string): void
  /** False when the database has rolled back everything. */
  isOpen(): boolean
  publish(happening: Happening): void
}

export type ShareTransaction = (work: (shared: SharedTransaction) => Promise<void>) => Promise<void>

interface Member {
  run(shared: SharedTransaction): Promise<void>
  /** Settles the promise: with the result, its own error, or that of the whole transaction. */
  finish(fault: { readonly error: unknown } | null): void
}

/**
 * Short writes that queue for the database share one commit: its fsync takes most of the time. Each is acknowledged
 * after that commit. One that throws is rolled back alone; when the transaction itself fails, all of them fail.
 */
export function createGroupCommit(share: ShareTransaction): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  const waiting: Member[] = []
  let scheduled = false

  function schedule(): void {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    // Lets all requests that have already arrived join the group.
    setImmediate(() => void commitGroup())
  }

  async function commitGroup(): Promise<void> {
    const done: Member[] = []
    let fault: { readonly error: unknown } | null = null
    try {
      await share(async shared => {
        while (waiting.length > 0 && done.length < MOST) {
          const member = waiting.shift() as Member
          done.push(member)
          await member.run(shared)
        }
      })
    } catch (error) {
      fault = { error }
      // Without the write lock, all waiting members fail.
      if (done.length === 0) done.push(...waiting.splice(0))
    }
    for (const member of done) member.finish(fault)
    scheduled = false
    schedule()
  }

  return work =>
    new Promise((resolve, reject) => {
      waiting.push(memberOf(work, resolve, reject))
      schedule()
    })
}

function memberOf<T>(
  work: (tx: Tx) => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Member {
  let outcome: { readonly value: T } | { readonly error: unknown } | null = null
  return {
    async run(shared) {
      const happened: Happening[] = []
      shared.control('savepoint member')
      try {
        const value = await work(shared.with(happening => void happened.push(happening)))
        shared.control('release member')
        for (const happening of happened) shared.publish(happening)
        outcome = { value }
      } catch (error) {
        if (!shared.isOpen()) throw error
        shared.control('rollback to member')
        shared.control('release member')
        outcome = { error }
      }
    },
    finish(fault) {
      if (outcome && 'error' in outcome) reject(outcome.error)
      else if (fault || !outcome) reject(fault?.error)
      else resolve(outcome.value)
    },
  }
}
