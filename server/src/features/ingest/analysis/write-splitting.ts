import { DatabaseFault, isOfTheWork } from '../../../db'

/** How a batch is written, each part in a transaction of its own. */
export interface SplitWriting<T> {
  readonly signal: AbortSignal
  write(part: readonly T[]): Promise<void>
  /** Writes what can be said of the one that the database does not take, and why. */
  writeOne(item: T, why: string): Promise<void>
}

/**
 * Writes a batch; what the database refuses is halved until the one is found that it refuses, and all others are written.
 * Rejects for reasons that concern everything (the database is away, full or damaged; the task was ended), and when a single
 * one of them still times out.
 */
export async function writeSplitting<T>(items: readonly T[], writing: SplitWriting<T>): Promise<void> {
  try {
    await writing.write(items)
  } catch (error) {
    const [only] = items
    if (writing.signal.aborted || only === undefined || !isOfTheWork(error)) throw error
    if (items.length === 1) {
      // Why: a time-out says nothing about the file. What is known of the book stays, and the task is retried.
      if (error instanceof DatabaseFault) throw error
      await writing.writeOne(only, sentenceOf(error))
      return
    }
    const middle = Math.ceil(items.length / 2)
    await writeSplitting(items.slice(0, middle), writing)
    await writeSplitting(items.slice(middle), writing)
  }
}

/** What the database says, without the data that some of them repeat. */
function sentenceOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return (said.split('\n')[0] ?? '').slice(0, 200)
}
